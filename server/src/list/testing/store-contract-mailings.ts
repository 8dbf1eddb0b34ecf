import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import {
  markSent,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';
import {
  accept,
  EVERYBODY,
  hand,
  handAndSettle,
  join,
  later,
  queue,
  refused,
  sendAgain,
  sent,
  start,
  WORDS,
} from './store-contract-list.ts';

const ACCEPTED = { ...EVERYBODY, types: ['beta' as const], states: ['accepted' as const] };
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Stores people who are confirmed. */
async function openList(open: Open, ...names: string[]) {
  const store = await open();
  const people = [];
  for (const name of names) people.push(await join(store, `${name}@a.org`));
  return { store, people, leftOut: async () => (await store.countAudience(EVERYBODY)).leftOut };
}

export function mailingContract(open: Open) {
  test('a mailing goes once to whoever is confirmed and in its group, and to nobody who had one', async () => {
    const { store, people, leftOut } = await openList(open, 'jane');
    await join(store, 'john@example.org', 'notifyme');
    await store.insertSignup(signup({ email: 'new@example.org' }), null);
    await store.decide([people[0]?.id ?? ''], accept);
    expect(await store.countAudience(ACCEPTED)).toEqual({
      people: 1,
      byType: { notifyme: 0, beta: 1 },
      leftOut: {
        ...{ unconfirmed: 0, neverShown: 0, declined: 0, restricted: 0 },
        ...{ complained: 0, undeliverable: 0, wording: 0, otherGroup: 2 },
      },
    });
    expect((await leftOut()).unconfirmed).toBe(1);
    expect((await start(store, 3)).started).toEqual({ outcome: 'other_number', people: 2 });
    expect((await start(store, 1, ACCEPTED)).started).toEqual({ outcome: 'started' });
    const message = await handAndSettle(store, sent());
    expect(message?.payload).toMatchObject({ words: WORDS });
    expect(message?.payload['code']).toMatch(/^[2-9A-HJ-NP-TW-Z]{10}$/);
    expect((await leftOut()).wording).toBe(1);
    const all = await start(store, 1);
    expect(await hand(store)).toMatchObject({ signup: { email: 'john@example.org' } });
    const recipients = { in_doubt: 1 };
    expect(await store.readMailing(all.id)).toMatchObject({ people: 1, recipients });
    const states = (await store.readMailings()).map(({ state }) => state);
    expect(states.sort()).toEqual(['done', 'draft', 'sending']);
  });

  test('what a mailbox had is forgotten with its signups', async () => {
    const store = await open();
    const emails = ['a', 'b', 'c'].map((tag) => `jane+${tag}@example.org`);
    for (const email of emails) await join(store, email);
    await start(store, 3);
    for (const _ of emails) await handAndSettle(store, sent());
    await join(store, 'jane+d@example.org');
    await start(store, 1);
    expect(await hand(store)).toBeNull();
    for (const email of emails) await store.eraseSignups(email, NOON);
    await join(store, 'jane+e@example.org');
    await start(store, 1);
    expect(await hand(store)).toMatchObject({ signup: { email: 'jane+e@example.org' } });
  });

  test('what may have left is in doubt until its answer is stored, and is sent again only when somebody says so', async () => {
    const { store, people } = await openList(open, 'jane');
    const signupId = people[0]?.id ?? '';
    const { id } = await start(store, 1);
    const message = await hand(store);
    // The process dies here.
    expect((await store.nextMessage(queue)).message).toBeNull();
    const doubtful = { signupId, state: 'in_doubt', attemptedAt: NOON };
    expect(await store.readTroubled(id)).toMatchObject([doubtful]);
    const none = { again: 0, tooRecent: 0, hadAnother: 0, notTroubled: 0, refusal: null };
    const recent = { before: NOON, at: NOON };
    expect(await sendAgain(store, id, [signupId], recent)).toEqual({ ...none, tooRecent: 1 });
    expect(await sendAgain(store, id, [newId()])).toEqual({ ...none, notTroubled: 1 });
    await store.dropUnsendable(NOON);
    expect((await store.readMailing(id))?.state).toBe('done');
    // The clock that dated the attempt was ahead.
    const ahead = { before: NOON - 2, at: NOON - 1 };
    expect(await sendAgain(store, id, [signupId], ahead)).toEqual({ ...none, again: 1 });
    const again = await hand(store, NOON + 1);
    expect(again?.id).toMatch(UUID);
    // A late answer to the first attempt.
    await store.settleMessage(message?.id ?? '', later());
    expect(await hand(store, NOON + 1)).toBeNull();
    await markSent(store, again?.id);
    expect(await store.readMailing(id)).toMatchObject({ state: 'done', recipients: { sent: 1 } });
  });

  test('a refusal marks the address; another answer lets the person wait; who leaves gets nothing more', async () => {
    const { store, people, leftOut } = await openList(open, 'a', 'b', 'c', 'd');
    const { id } = await start(store, 4);
    const dueAt = NOON + HOUR_MS;
    await handAndSettle(store, refused());
    await handAndSettle(store, refused('554 5.7.1 this looks like spam')); // marks no address
    const second = await handAndSettle(store, later(dueAt));
    await handAndSettle(store, { ...later(dueAt), handedOverAt: NOON });
    const recipients = { waiting: 1, in_doubt: 1, sent: 0, refused: 2 };
    expect((await store.readMailing(id))?.recipients).toEqual(recipients);
    expect(await leftOut()).toMatchObject({ undeliverable: 1, wording: 2 });
    expect(await store.nextMessage(queue)).toMatchObject({ message: null, dueAt });
    expect(people.map(({ email }) => email)).toContain(second?.signup?.email);
    expect(await store.leave(String(second?.payload['leaveToken']), NOON)).toBe('left');
    expect((await store.nextMessage({ ...queue, now: dueAt })).message).toBeNull();
  });

  test('a stopped mailing is sent again to people in doubt and refused people only; those who waited can get another one', async () => {
    const { store, people } = await openList(open, 'a', 'b', 'c', 'd');
    const { id } = await start(store, 4);
    const doubtful = await hand(store);
    const spam = await handAndSettle(store, refused('554 5.7.1 this looks like spam'));
    await store.changeMailing(id, 'stopped', NOON);
    expect(await store.readTroubled(id)).toMatchObject([
      { state: 'in_doubt', reason: expect.stringContaining('before an answer was stored') },
      { state: 'refused' },
    ]);
    const ids = people.map((one) => one.id);
    const both = { again: 2, tooRecent: 0, hadAnother: 0, notTroubled: 2, refusal: null };
    expect(await sendAgain(store, id, ids)).toEqual(both);
    expect(await store.readMailing(id)).toMatchObject({ state: 'sending', endedAt: null });
    const again = [await hand(store), await handAndSettle(store, refused('554 5.7.1 spam'))];
    const emails = (messages: typeof again) => messages.map((one) => one?.signup?.email).sort();
    expect(emails(again)).toEqual(emails([doubtful, spam]));
    expect(await hand(store)).toBeNull();
    // One of them may have it, and three have not: they are free, until another mailing has reached them.
    const other = await start(store, 3);
    for (let count = 0; count < 3; count++) await handAndSettle(store, sent());
    expect((await store.readMailing(other.id))?.state).toBe('done');
    const one = { again: 1, tooRecent: 0, hadAnother: 1, notTroubled: 2, refusal: null };
    expect(await sendAgain(store, id, ids)).toEqual(one);
  });

  test('a start that was broken off is a draft again after ten minutes', async () => {
    const { store } = await openList(open, 'a', 'b');
    const id = newId();
    await store.insertDraft({ id, content: { audience: EVERYBODY, words: WORDS }, at: NOON });
    const step = (after: string | null) =>
      store.addRecipients({ mailingId: id, after, limit: 1, messageIds: [newId()], at: NOON });
    const after = await step(null);
    // The process dies here.
    await store.dropUnsendable(NOON + 10 * MINUTE_MS);
    expect(await store.readMailing(id)).toMatchObject({ state: 'starting' });
    await store.dropUnsendable(NOON + 10 * MINUTE_MS + 1);
    const draft = { state: 'draft', recipients: { waiting: 0 } };
    expect(await store.readMailing(id)).toMatchObject(draft);
    // It was only slow, and goes on.
    await step(after);
    expect(await store.startMailing(id, 2, NOON)).toEqual({ outcome: 'other_number', people: 1 });
    expect((await store.readMailing(id))?.state).toBe('draft');
  });

  test('people wait for no time that a clock which was ahead has stored', async () => {
    const { store } = await openList(open, 'jane');
    await start(store, 1, EVERYBODY, NOON + DAY_MS);
    const message = await handAndSettle(store, later(NOON + 30 * DAY_MS));
    expect(message).toMatchObject({ signup: { email: 'jane@a.org' } });
    expect(await hand(store)).toMatchObject({ id: message?.id });
  });

  test('pause, resume and stop hold at once; a confirmation goes first, and counts for the hour', async () => {
    const { store } = await openList(open, 'a', 'b', 'c');
    const { id } = await start(store, 3);
    const before = await store.nextMessage(queue);
    expect(await store.changeMailing(id, 'paused', NOON)).toBe(true);
    expect(await store.changeMailing(id, 'paused', NOON)).toBe(false);
    // It was read before the pause.
    const attempt = { now: NOON, dueAt: NOON };
    expect(await store.startAttempt(before.message?.id ?? '', attempt)).toBe(false);
    expect(await hand(store)).toBeNull();
    expect(await store.changeMailing(id, 'sending', NOON)).toBe(true);
    await store.insertSignup(signup({ email: 'new@new.org' }), newRequest({ priority: -500 }));
    expect(await handAndSettle(store, sent())).toMatchObject({ kind: 'confirmation' });
    const paced = { message: null, dueAt: NOON + HOUR_MS };
    expect(await store.nextMessage({ ...queue, hourly: 1 })).toMatchObject(paced);
    const { message } = await store.nextMessage({ ...queue, hourly: 2 });
    expect(message).toMatchObject({ kind: 'mailing' });
    expect(await store.changeMailing(id, 'stopped', NOON)).toBe(true);
    expect((await store.countAudience(EVERYBODY)).people).toBe(3);
    const content = { audience: EVERYBODY, words: WORDS };
    const version = (await store.readMailing(id))?.version ?? '';
    for (const next of [content, null])
      expect(await store.changeDraft(id, next, version)).toBe('not_draft');
  });

  test('mailings are in the order of their start, and a draft is among them by when it was written', async () => {
    const { store } = await openList(open, 'jane');
    const [id, draft] = [newId(), newId()];
    const content = { audience: EVERYBODY, words: WORDS };
    await store.insertDraft({ id, content, at: NOON });
    await store.insertDraft({ id: draft, content, at: NOON + 1 });
    const at = NOON + 2;
    await store.addRecipients({ mailingId: id, after: null, limit: 2, messageIds: [newId()], at });
    await store.startMailing(id, 1, at);
    expect((await store.readMailings()).map((one) => one.id)).toEqual([id, draft]);
  });

  test('of two who saw the same version of a draft, the first one changes, deletes or sends it', async () => {
    const { store } = await openList(open, 'jane');
    const id = newId();
    const content = { audience: EVERYBODY, words: WORDS };
    await store.insertDraft({ id, content, at: NOON });
    const read = async () => (await store.readMailing(id))?.version ?? '';
    const first = await read();
    const other = { ...content, words: { en: { subject: 'News', text: 'Other', link: null } } };
    const outcomes = [content, other].map((next) => store.changeDraft(id, next, first));
    // The same content is the same version.
    expect(await Promise.all(outcomes)).toEqual(['done', 'done']);
    const both = [content, { ...other, audience: { ...EVERYBODY, languages: ['de' as const] } }];
    const second = await read();
    expect(second).not.toBe(first);
    const raced = await Promise.all(both.map((next) => store.changeDraft(id, next, second)));
    expect(raced.sort()).toEqual(['changed', 'done']);
    expect(await store.changeDraft(id, null, second)).toBe('changed');
    const step = { mailingId: id, after: null, limit: 10, messageIds: [newId()], at: NOON };
    await store.addRecipients(step);
    expect(await store.startMailing(id, 1, NOON, second)).toEqual({ outcome: 'changed' });
    expect(await store.readMailing(id)).toMatchObject({
      state: 'draft',
      recipients: { waiting: 0 },
    });
    expect(await store.changeDraft(id, null, await read())).toBe('done');
    expect(await store.readMailing(id)).toBeNull();
    expect(await store.changeDraft(id, null, second)).toBe('not_draft');
  });

  test('a mailing with a code leaves out who was accepted when it began and is no longer; others get it', async () => {
    const { store, people } = await openList(open, 'jane');
    const ids = people.map(({ id }) => id);
    await store.decide(ids, accept);
    const words = { en: { ...WORDS.en, text: 'Your code: {code}' } };
    for (const text of [words, WORDS]) {
      const { id } = await start(store, 1, ACCEPTED, NOON, text);
      await store.decide(ids, null);
      const message = await hand(store);
      if (text === WORDS) expect(message).toMatchObject({ kind: 'mailing' });
      else
        expect([message, await store.readTroubled(id)]).toMatchObject([
          null,
          [{ state: 'refused', reason: 'not sent: the application is no longer accepted' }],
        ]);
      await store.decide(ids, accept);
    }
  });
}
