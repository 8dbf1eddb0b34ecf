import { expect } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { accept, EVERYBODY, join, WORDS } from '../../list/testing/store-contract-list.ts';
import type { Actor } from '../../store/audit-entries.sql.ts';
import { NOON, newId } from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';

const TOKEN = { personId: null, doneBy: 'token', at: NOON };
const LATEST = { person: null, before: Number.MAX_SAFE_INTEGER, limit: 50 };

/** A session that is opened. */
export const entry = (hash = newId(), replaces: string[] = []) => ({
  ...{ session: { hash, endsAt: NOON + 2 * HOUR_MS }, replaces, at: NOON },
});
const challengeOf = (hash = newId()) => ({ hash, endsAt: NOON + HOUR_MS });
export const LINK = { linkHash: 'unused', linkEndsAt: NOON + DAY_MS };

export async function addOwner(store: SiteStore, name: string, linkHash = newId()) {
  const id = newId();
  const link = { linkHash, linkEndsAt: NOON + DAY_MS };
  const person = { id, name, role: 'owner' as const, createdAt: NOON, ...link };
  return { id, linkHash, added: await store.addPerson(person, TOKEN) };
}

export const passkeyOf = (id = newId()) => ({
  ...{ id, name: 'Laptop', publicKey: 'key', counter: 1, challenge: challengeOf() },
});
export const byOf = (personId: string, doneBy = 'Ada') => ({ personId, doneBy, at: NOON });

export function peopleContract(open: Open) {
  const test = testWith(open);
  const kinds = async (store: SiteStore) =>
    (await store.readActs(LATEST)).map(({ kind, by }) => `${by}: ${kind}`).reverse();

  test('a name is there once, in any case', async (store) => {
    const names = ['Zoë', 'ZOË', 'Eve', 'eve'];
    const added = [];
    for (const name of names) added.push((await addOwner(store, name)).added);
    expect(added).toEqual([true, false, true, false]);
    expect((await store.readPeople(NOON)).map(({ name }) => name)).toEqual(['Zoë', 'Eve']);
    expect(await kinds(store)).toEqual(['token: add_person', 'token: add_person']);
  });

  test('a link registers one passkey, however many try at once, and a challenge is answered once', async (store) => {
    const { id, linkHash } = await addOwner(store, 'Ada');
    const register = () => store.addPasskey(passkeyOf(), linkHash, entry());
    const outcomes = await Promise.all([register(), register(), register()]);
    expect(outcomes.toSorted()).toEqual([false, false, true]);
    const [person] = await store.readPeople(NOON);
    const [passkey] = person?.passkeys ?? [];
    expect(person).toMatchObject({ id, linkEndsAt: null, seenAt: NOON, sessions: 1 });
    expect(person?.passkeys).toHaveLength(1);
    const enter = (counter: number, challenge = challengeOf()) =>
      store.enterByPasskey({ id: passkey?.id ?? '', counter, challenge }, entry());
    const same = challengeOf();
    expect(await Promise.all([enter(2, same), enter(3, same)])).toContain('refused');
    expect(await enter(1)).toBe('copied');
    const both = await Promise.all([enter(9), enter(9)]);
    expect(both.toSorted()).toEqual(['copied', 'opened']);
    expect(await kinds(store)).toEqual([
      ...['token: add_person', 'Ada: add_passkey'],
      ...['Ada: copied_passkey', 'Ada: copied_passkey'],
    ]);
  });

  test('a session is of a person and a passkey, and goes with either, and with a change of the role', async (store) => {
    const { id, linkHash } = await addOwner(store, 'Ada');
    const [first, second] = [passkeyOf(), passkeyOf()];
    await store.addPasskey(first, linkHash, entry('a'));
    await store.changePerson(id, { kind: 'link_passkey' }, { ...LINK, linkHash: 'b' }, TOKEN);
    await store.addPasskey(second, 'b', entry('b'));
    const readSession = (hash: string) => store.readSession({ hash });
    const found = async () =>
      [await readSession('a'), await readSession('b')].map((one) => one?.role ?? null);
    expect(await readSession('a')).toEqual({
      ...{ personId: id, name: 'Ada', role: 'owner', openedAt: NOON },
    });
    const change = (what: Parameters<SiteStore['changePerson']>[1]) =>
      store.changePerson(id, what, LINK, TOKEN);
    expect(await change({ kind: 'remove_passkey', passkey: newId() })).toBe('not_found');
    expect(await change({ kind: 'remove_passkey', passkey: second.id })).toBe('done');
    expect(await found()).toEqual(['owner', null]);
    await change({ kind: 'change_person', role: 'viewer' });
    expect(await found()).toEqual([null, null]);
    const enter = (counter: number, opened: ReturnType<typeof entry>) =>
      store.enterByPasskey({ ...first, counter, challenge: challengeOf() }, opened);
    await enter(2, entry('a2'));
    expect((await readSession('a2'))?.role).toBe('viewer');
    await enter(3, entry('a3', ['a2']));
    expect([await readSession('a2'), await store.hasPasskeys()]).toEqual([null, true]);
    await store.endSession({ hash: 'a3', endsAt: NOON + HOUR_MS }, NOON);
    expect([await readSession('a3'), (await store.readPeople(NOON))[0]?.sessions]).toEqual([
      null,
      0,
    ]);
    await enter(4, entry('a4'));
    await change({ kind: 'remove_person' });
    expect([await readSession('a4'), await store.hasPasskeys()]).toEqual([null, false]);
    expect(await change({ kind: 'end_sessions' })).toBe('not_found');
  });

  test('people leave one owner who can sign in, also where two remove each other at once; a token needs none', async (store) => {
    const [ada, eve] = [await addOwner(store, 'Ada'), await addOwner(store, 'Eve')];
    const remove = (id: string, by = TOKEN as Actor) =>
      store.changePerson(id, { kind: 'remove_person' }, LINK, by);
    // Nobody has used Eve's link.
    const [first, second] = [passkeyOf(), passkeyOf()];
    await store.addPasskey(first, ada.linkHash, entry());
    expect(await remove(ada.id, byOf(ada.id))).toBe('last_owner');
    await store.addPasskey(second, eve.linkHash, entry());
    const outcomes = await Promise.all([
      remove(ada.id, byOf(eve.id, 'Eve')),
      remove(eve.id, byOf(ada.id)),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'last_owner']);
    const [left] = await store.readPeople(NOON);
    const id = left?.id ?? '';
    const change = (what: Parameters<SiteStore['changePerson']>[1]) =>
      store.changePerson(id, what, LINK, byOf(id));
    const passkey = left?.passkeys[0]?.id ?? '';
    expect([
      await change({ kind: 'change_person', role: 'viewer' }),
      await change({ kind: 'reset_person' }),
      await change({ kind: 'remove_passkey', passkey }),
      await change({ kind: 'end_sessions' }),
    ]).toEqual(['last_owner', 'last_owner', 'last_owner', 'done']);
    expect(await change({ kind: 'link_passkey' })).toBe('done');
    await store.addPasskey(passkeyOf(), LINK.linkHash, entry());
    expect(await change({ kind: 'remove_passkey', passkey })).toBe('done');
    expect([await remove(id), await store.readPeople(NOON)]).toEqual(['done', []]);
  });

  test('what is done is recorded with who did it, in one row for each person that it was done to', async (store) => {
    const [jane, john] = [await join(store, 'jane@a.test'), await join(store, 'john@a.test')];
    const by = byOf(newId());
    await store.decide([jane.id, john.id], accept, 'waiting', by);
    await store.decide([jane.id], accept, 'declined', by); // somebody was faster: nothing is done
    await store.decide([john.id], null, null, by);
    await store.decide([john.id], accept); // nobody in the console
    const invitation = { id: newId(), signupId: jane.id, token: 'x', at: NOON };
    await store.invite([invitation], false, by);
    await store.withdraw([jane.id, john.id], NOON, by);
    const id = newId();
    const content = { audience: EVERYBODY, words: WORDS };
    await store.insertDraft({ id, content, at: NOON }, by);
    expect((await store.readMailing(id))?.by).toBe('Ada');
    await store.addRecipients({
      ...{
        mailingId: id,
        after: null,
        limit: 9,
        messageIds: Array(9).fill(0).map(newId),
        at: NOON,
      },
    });
    await store.startMailing(id, 99, NOON, null, by); // another number: it does not start
    await store.addRecipients({
      ...{
        mailingId: id,
        after: null,
        limit: 9,
        messageIds: Array(9).fill(0).map(newId),
        at: NOON,
      },
    });
    const { people } = await store.countAudience(EVERYBODY);
    const waiting = (await store.readMailing(id))?.recipients.waiting ?? people;
    await store.startMailing(id, waiting, NOON, null, { ...by, doneBy: 'Eve' });
    expect((await store.readMailing(id))?.by).toBe('Eve');
    await store.changeMailing(id, 'paused', NOON, by);
    await store.changeMailing(id, 'paused', NOON, by); // it is
    const note = { id: newId(), at: NOON, kind: 'note' as const, text: 'x' };
    await store.addNote(note, by);
    await store.deleteNote(note.id, by);
    await store.deleteNote(note.id, by); // there is none
    expect(await kinds(store)).toEqual([
      ...['Ada: accept', 'Ada: accept', 'Ada: take_back', 'Ada: invite', 'Ada: withdraw'],
      ...['Ada: write', 'Eve: start', 'Ada: pause', 'Ada: add_note', 'Ada: delete_note'],
    ]);
    const acts = await store.readActs(LATEST);
    expect(acts.find(({ kind }) => kind === 'start')).toMatchObject({ thing: id, signup: null });
    const { acts: own } = await store.readListHistory([jane.id]);
    expect(own.map(({ kind }) => kind)).toEqual(['accept', 'invite', 'withdraw']);
    expect(JSON.stringify(own)).not.toContain('Ada');
    const before = acts.find(({ kind }) => kind === 'write')?.id ?? 0;
    const page = await store.readActs({ person: by.personId, before, limit: 2 });
    expect(page.map(({ kind }) => kind)).toEqual(['withdraw', 'invite']);
    expect(await store.readActs({ ...LATEST, person: newId() })).toEqual([]);
  });

  test('an erasure cuts the id out of what was done, and what was done is forgotten in its time', async (store) => {
    const [jane, john] = [await join(store, 'jane@a.test'), await join(store, 'john@a.test')];
    const by = byOf(newId());
    await store.decide([jane.id, john.id], accept, null, by);
    await store.eraseSignup(jane.id, NOON, undefined, by);
    const acts = await store.readActs(LATEST);
    expect(acts.map(({ kind, signup }) => [kind, signup])).toEqual([
      ['erase', null],
      ['accept', john.id],
      ['accept', null],
    ]);
    expect(JSON.stringify(acts)).not.toContain(jane.id);
    await store.recordAudit({ at: NOON, kind: 'retention', counts: { events: 1 } });
    expect(await store.countActs(NOON)).toEqual({ rows: 3, expired: 0 });
    expect(await store.forgetActs(NOON)).toBe(false);
    expect(await store.countActs(NOON + 1)).toEqual({ rows: 3, expired: 3 });
    await store.forgetActs(NOON + 1);
    expect(await store.readActs(LATEST)).toEqual([]);
    expect((await store.readAudit()).map(({ kind }) => kind)).toEqual(['retention']);
  });
}
