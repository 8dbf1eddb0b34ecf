import { expect } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { accept, EVERYBODY, join, WORDS } from '../../list/testing/store-contract-list.ts';
import { NOON, newId } from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';

const TOKEN = { personId: null, doneBy: 'token', at: NOON };
const LATEST = { person: null, before: Number.MAX_SAFE_INTEGER, limit: 50 };

/** A use of a passkey, of a challenge of its own, that opens a session. */
const use = (hash = newId()) => ({
  challenge: { hash: `challenge ${hash}`, endsAt: NOON + HOUR_MS },
  session: { hash, endsAt: NOON + 2 * HOUR_MS },
  at: NOON,
});

async function add(store: SiteStore, name: string, linkHash = newId()) {
  const id = newId();
  const link = { linkHash, linkEndsAt: NOON + DAY_MS };
  const person = { id, name, role: 'owner' as const, createdAt: NOON, ...link };
  return { id, linkHash, added: await store.addPerson(person, TOKEN) };
}

const passkeyOf = (personId: string, id = newId()) => ({
  ...{ id, personId, name: 'Laptop', publicKey: 'key', counter: 1 },
});
const byOf = (personId: string, doneBy = 'Ada') => ({ personId, doneBy, at: NOON });

export function peopleContract(open: Open) {
  const test = testWith(open);
  const kinds = async (store: SiteStore) =>
    (await store.readActs(LATEST)).map(({ kind, by }) => `${by}: ${kind}`).reverse();

  test('a name is there once, in any case', async (store) => {
    const added = [await add(store, 'Ada'), await add(store, 'ADA'), await add(store, 'Eve')];
    expect(added.map((one) => one.added)).toEqual([true, false, true]);
    expect((await store.readPeople(NOON)).map(({ name }) => name)).toEqual(['Ada', 'Eve']);
    expect(await kinds(store)).toEqual(['token: add_person', 'token: add_person']);
  });

  test('a link registers one passkey, however many try at once, and a challenge is answered once', async (store) => {
    const { id, linkHash } = await add(store, 'Ada');
    const register = (uses = use()) => store.addPasskey(passkeyOf(id), uses, byOf(id), linkHash);
    const outcomes = await Promise.all([register(), register(), register()]);
    expect(outcomes.toSorted()).toEqual(['added', 'refused', 'refused']);
    const [person] = await store.readPeople(NOON);
    const [passkey] = person?.passkeys ?? [];
    expect([person?.linkEndsAt, person?.passkeys.length, person?.sessions.length]).toEqual([
      ...[null, 1, 1],
    ]);
    const used = { id: passkey?.id ?? '', counter: 2, replaces: [] };
    const again = use();
    const enter = (uses = use(), counter = 2) => store.enterByPasskey({ ...used, counter }, uses);
    expect(await Promise.all([enter(again, 2), enter(again, 3)])).toContain('refused');
    expect(await enter(use(), 1)).toBe('copied');
    const both = await Promise.all([enter(use(), 9), enter(use(), 9)]);
    expect(both.toSorted()).toEqual(['copied', 'opened']);
    expect(await kinds(store)).toEqual([
      ...['token: add_person', 'Ada: add_passkey'],
      ...['Ada: copied_passkey', 'Ada: copied_passkey'],
    ]);
  });

  test('a session is of a person and a passkey, and goes with either, and with a change of the role', async (store) => {
    const { id, linkHash } = await add(store, 'Ada');
    const [first, second] = [passkeyOf(id), passkeyOf(id)];
    await store.addPasskey(first, use('a'), byOf(id), linkHash);
    await store.addPasskey(second, use('b'), byOf(id), null);
    const found = async () =>
      (await Promise.all(['a', 'b'].map(store.readSession))).map((one) => one?.role ?? null);
    expect(await store.readSession('a')).toEqual({
      ...{ personId: id, name: 'Ada', role: 'owner', openedAt: NOON },
    });
    const change = (what: Parameters<SiteStore['changePerson']>[1]) =>
      store.changePerson(id, what, byOf(id));
    expect(await change({ kind: 'remove_passkey', passkey: newId() })).toBe(false);
    expect(await change({ kind: 'remove_passkey', passkey: second.id })).toBe(true);
    expect(await found()).toEqual(['owner', null]);
    await change({ kind: 'change_person', role: 'viewer' });
    expect(await found()).toEqual([null, null]);
    const next = (counter: number) => ({ id: first.id, counter, replaces: ['a'] });
    await store.enterByPasskey(next(2), use('a2'));
    expect((await store.readSession('a2'))?.role).toBe('viewer');
    await store.enterByPasskey({ ...next(3), replaces: ['a2'] }, use('a3'));
    expect([await store.readSession('a2'), await store.hasPasskeys()]).toEqual([null, true]);
    await change({ kind: 'remove_person' });
    expect([await store.readSession('a3'), await store.hasPasskeys()]).toEqual([null, false]);
    expect(await change({ kind: 'end_sessions' })).toBe(false);
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
