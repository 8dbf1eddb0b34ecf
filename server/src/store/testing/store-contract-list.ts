import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Audience } from '#shared/list';
import type { Store } from '../store.ts';
import { NOON, newId, newRequest, signup } from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

const queue = { recipient: 'mail', now: NOON, hourly: 200 };
const EVERYBODY: Audience = {
  types: ['notifyme', 'beta'],
  states: ['waiting', 'accepted', 'declined'],
  languages: [],
};
const WORDS = { en: { subject: 'It is here', text: 'Hello {name}', link: null } };
const accept = { decision: 'accepted', at: NOON, by: 'Ada', note: null } as const;
const decline = { ...accept, decision: 'declined' } as const;

/** Stores a confirmed signup, of which no message waits. */
export async function join(store: Store, email: string, signupType: 'beta' | 'notifyme' = 'beta') {
  const one = signup({ email, signupType, createdAt: NOON - DAY_MS, language: 'ja' });
  const request = newRequest({ at: NOON - DAY_MS, dueAt: NOON - DAY_MS });
  await store.insertSignup(one, request);
  await store.confirmSignup(request.token, NOON - HOUR_MS);
  return { ...one, token: request.token };
}

const invitation = (signupId: string, token: string, at = NOON) => ({
  id: newId(),
  signupId,
  token,
  at,
});

/** Stores a mailing to everybody and starts it. */
export async function start(store: Store, people: number, audience = EVERYBODY) {
  const id = newId();
  await store.saveMailing({ id, content: { audience, words: WORDS }, at: NOON });
  let after: string | null = null;
  do {
    const messageIds = [newId(), newId()];
    after = await store.addRecipients({ mailingId: id, after, limit: 2, messageIds, at: NOON });
  } while (after !== null);
  return { id, started: await store.startMailing(id, people, NOON) };
}

/** Hands the next message over. Returns its id. */
export async function hand(store: Store, at = NOON) {
  const { message } = await store.nextMessage({ ...queue, now: at });
  if (!message) return null;
  return (await store.startAttempt(message.id, { now: at, dueAt: at })) ? message : null;
}

export function listContract(open: Open) {
  test('an application is decided, again until a message about it may have left, and never afterwards', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const other = await join(store, 'john@example.org', 'notifyme');
    const ids = [jane.id, other.id, newId()];
    const others: never[] = [];
    expect(await store.decide(ids, accept)).toEqual({ changed: 1, told: 0, missing: 2, others });
    expect(await store.decide([jane.id], decline)).toMatchObject({ changed: 1, told: 0 });
    const tell = () => store.tellDeclined([{ id: newId(), signupId: jane.id, at: NOON }]);
    expect(await tell()).toBe(1);
    expect(await store.decide([jane.id], null)).toMatchObject({ changed: 1 });
    expect(await hand(store)).toBeNull();
    await store.decide([jane.id], decline);
    await tell();
    const message = await hand(store);
    expect(message).toMatchObject({ kind: 'declined', signup: { id: jane.id, language: 'ja' } });
    expect(await store.decide([jane.id], accept)).toMatchObject({ changed: 0, told: 1 });
    const retry = { outcome: 'retry', dueAt: NOON, reason: '451 later' } as const;
    await store.settleMessage(message?.id ?? '', retry);
    expect(await store.decide([jane.id], accept)).toMatchObject({ changed: 1, told: 0 });
    expect(await store.tellDeclined([{ id: newId(), signupId: jane.id, at: NOON }])).toBe(0);
  });

  test('an invitation is redeemed once, within 14 days after it was sent, and renewed by its person once', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const john = await join(store, 'john@example.org');
    expect(await store.invite([invitation(jane.id, 'a')])).toEqual({ queued: 0, refused: 1 });
    await store.decide([jane.id, john.id], accept);
    expect(await store.nextToInvite(1)).toEqual([jane.id]);
    expect(await store.invite([invitation(jane.id, 'a'), invitation(john.id, 'b')])).toMatchObject({
      queued: 2,
    });
    expect(await store.nextToInvite(9)).toEqual([]);
    // Another operator asked for the same next ones.
    expect(await store.invite([invitation(jane.id, 'z')], true)).toMatchObject({ queued: 0 });
    const later = NOON + 3 * HOUR_MS;
    for (let count = 0; count < 2; count++) {
      const message = await hand(store, later);
      expect(message).toMatchObject({ kind: 'invitation' });
      await store.settleMessage(message?.id ?? '', { outcome: 'sent', at: later });
    }
    expect(await store.readInvitation('a', later + 14 * DAY_MS - 1)).toBe('open');
    expect(await store.redeem('a', later + 1)).toBe('redeemed');
    // Its answer may be lost.
    expect(await store.redeem('a', later + 2)).toBe('redeemed');
    expect(await store.readInvitation('a', later + 2)).toBe('already');
    expect(await store.redeem('a', later + HOUR_MS)).toBe('already');
    expect(await store.invite([invitation(jane.id, 'c')])).toMatchObject({ queued: 0 });
    await store.seeTime(later + 14 * DAY_MS, true);
    const expired = later + 14 * DAY_MS;
    expect(await store.redeem('b', expired)).toBe('expired');
    const next = (token: string) => ({ id: newId(), token, at: expired });
    expect(await store.renewInvitation('b', next('d'))).toBe('renewed');
    expect(await store.renewInvitation('b', next('e'))).toBe('withdrawn');
    expect(await store.withdraw([john.id], expired)).toBe(1);
    expect(await store.readInvitation('d', expired)).toBe('withdrawn');
    expect(await store.redeem('x', expired)).toBe('unknown');
    expect(await store.applicationStages()).toEqual({
      ...{ applied: 2, confirmed: 2, accepted: 2, invited: 2, redeemed: 1, declined: 0 },
      times: {
        confirmed: DAY_MS - HOUR_MS,
        accepted: HOUR_MS,
        invited: 0,
        redeemed: 3 * HOUR_MS + 1,
      },
    });
  });

  test('of two operators, the second sees what the first decided, and changes nothing', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const john = await join(store, 'john@example.org');
    const both = [jane.id, john.id];
    await store.decide([jane.id], accept, 'waiting');
    expect(await store.decide(both, { ...decline, by: 'Bob' }, 'waiting')).toEqual({
      ...{ changed: 1, told: 0, missing: 0 },
      others: [{ id: jane.id, state: 'accepted', by: 'Ada' }],
    });
    expect(await store.applicationStages()).toMatchObject({ accepted: 1, declined: 1 });
  });

  test('nobody is skipped: to accept again keeps an invitation, to take back or give up makes the person one of the next', async () => {
    const store = await open();
    const { id } = await join(store, 'jane@example.org');
    await store.decide([id], accept);
    await store.invite([invitation(id, 'a')]);
    expect(await store.decide([id], { ...accept, note: 'again' })).toMatchObject({ changed: 1 });
    expect((await store.nextMessage(queue)).message).toMatchObject({ kind: 'invitation' });
    await store.decide([id], null);
    await store.decide([id], accept);
    expect((await store.nextMessage(queue)).message).toBeNull();
    expect(await store.nextToInvite(9)).toEqual([id]);
    await store.invite([invitation(id, 'b')]);
    const reason = '451 later';
    const message = await hand(store);
    await store.settleMessage(message?.id ?? '', { outcome: 'given_up', at: NOON, reason });
    expect(await store.nextToInvite(9)).toEqual([id]);
    await store.invite([invitation(id, 'c')]);
    const last = await hand(store);
    const refused = { outcome: 'refused', at: NOON, reason: '550 5.1.1 no such user' } as const;
    await store.settleMessage(last?.id ?? '', refused);
    expect(await store.nextToInvite(9)).toEqual([]);
    expect((await store.countAudience(EVERYBODY)).leftOut.undeliverable).toBe(1);
  });

  test('a withdrawn invitation that waits never leaves', async () => {
    const store = await open();
    const { id } = await join(store, 'jane@example.org');
    await store.decide([id], accept);
    await store.invite([invitation(id, 'a')]);
    expect(await store.withdraw([id], NOON)).toBe(1);
    expect(await hand(store)).toBeNull();
    expect(await store.readInvitation('a', NOON)).toBe('withdrawn');
    expect(await store.nextToInvite(9)).toEqual([]);
  });

  test('a mailing goes once to whoever is confirmed and in its group, and to nobody who had one', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    await join(store, 'john@example.org', 'notifyme');
    await store.insertSignup(signup({ email: 'new@example.org' }), null);
    await store.decide([jane.id], accept);
    const accepted = { ...EVERYBODY, types: ['beta' as const], states: ['accepted' as const] };
    expect(await store.countAudience(accepted)).toEqual({
      people: 1,
      byType: { notifyme: 0, beta: 1 },
      leftOut: { unconfirmed: 0, undeliverable: 0, wording: 0, otherGroup: 2 },
    });
    expect((await store.countAudience(EVERYBODY)).leftOut.unconfirmed).toBe(1);
    expect((await start(store, 3)).started).toEqual({ outcome: 'other_number', people: 2 });
    expect((await start(store, 1, accepted)).started).toEqual({ outcome: 'started' });
    const message = await hand(store);
    expect(message?.payload).toMatchObject({ words: WORDS });
    expect(message?.payload['code']).toMatch(/^[2-9A-HJ-NP-TW-Z]{10}$/);
    await store.settleMessage(message?.id ?? '', { outcome: 'sent', at: NOON });
    expect((await store.countAudience(EVERYBODY)).leftOut.wording).toBe(1);
    const all = await start(store, 1);
    expect(await hand(store)).toMatchObject({ signup: { email: 'john@example.org' } });
    expect(await store.readMailing(all.id)).toMatchObject({
      people: 1,
      recipients: { in_doubt: 1 },
    });
    expect((await store.readMailings()).map(({ state }) => state).sort()).toEqual([
      'done',
      'draft',
      'sending',
    ]);
  });

  test('what may have left is in doubt until its answer is stored, and is sent again only when somebody says so', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const { id } = await start(store, 1);
    const message = await hand(store);
    // The process dies here.
    expect((await store.nextMessage(queue)).message).toBeNull();
    expect(await store.readTroubled(id)).toMatchObject([
      { signupId: jane.id, state: 'in_doubt', attemptedAt: NOON },
    ]);
    expect(await store.sendAgain(id, [jane.id], NOON, NOON)).toBe(0);
    await store.dropUnsendable(NOON, 1000);
    expect((await store.readMailing(id))?.state).toBe('done');
    expect(await store.sendAgain(id, [jane.id], NOON + 1, NOON + 1)).toBe(1);
    const again = await hand(store, NOON + 1);
    // A late answer to the first attempt.
    const late = { outcome: 'retry', dueAt: NOON, reason: '451' } as const;
    await store.settleMessage(message?.id ?? '', late);
    expect(await hand(store, NOON + 1)).toBeNull();
    await store.settleMessage(again?.id ?? '', { outcome: 'sent', at: NOON });
    expect(await store.readMailing(id)).toMatchObject({ state: 'done', recipients: { sent: 1 } });
  });

  test('a refusal marks the address; another answer lets the person wait; who leaves gets nothing more', async () => {
    const store = await open();
    const people = [];
    for (const name of ['a', 'b', 'c']) people.push(await join(store, `${name}@${name}.org`));
    const { id } = await start(store, 3);
    const first = await hand(store);
    await store.settleMessage(first?.id ?? '', {
      outcome: 'refused',
      at: NOON,
      reason: '550 5.1.1 no such user',
    });
    const second = await hand(store);
    const dueAt = NOON + HOUR_MS;
    const retry = { outcome: 'retry', dueAt, reason: '451 later' } as const;
    await store.settleMessage(second?.id ?? '', retry);
    const third = await hand(store);
    await store.settleMessage(third?.id ?? '', { ...retry, handedOverAt: NOON });
    expect((await store.readMailing(id))?.recipients).toEqual({
      ...{ waiting: 1, in_doubt: 1, sent: 0, refused: 1 },
    });
    const { leftOut } = await store.countAudience(EVERYBODY);
    expect(leftOut).toMatchObject({ undeliverable: 1, wording: 2 });
    expect(await store.nextMessage(queue)).toMatchObject({ message: null, dueAt });
    const leaver = people.find((one) => one.email === second?.signup?.email);
    const left = await store.leave(String(second?.payload['leaveToken']), NOON);
    expect([leaver !== undefined, left]).toEqual([true, 'left']);
    expect((await store.nextMessage({ ...queue, now: dueAt })).message).toBeNull();
    // Nobody would send to them, and they would no longer be listed.
    await store.changeMailing(id, 'stopped', NOON);
    const ids = people.map((one) => one.id);
    expect(await store.sendAgain(id, ids, NOON + 1, NOON)).toBe(0);
  });

  test('a message that is disliked is refused, and marks no address', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const { id } = await start(store, 1);
    const message = await hand(store);
    const reason = '554 5.7.1 this looks like spam';
    await store.settleMessage(message?.id ?? '', { outcome: 'refused', at: NOON, reason });
    expect(await store.readTroubled(id)).toMatchObject([{ signupId: jane.id, state: 'refused' }]);
    expect((await store.countAudience(EVERYBODY)).people).toBe(1);
  });

  test('pause, resume and stop hold at once; a confirmation goes first, and keeps half of the hour', async () => {
    const store = await open();
    for (const name of ['a', 'b', 'c']) await join(store, `${name}@${name}.org`);
    const { id } = await start(store, 3);
    const before = await store.nextMessage(queue);
    expect(await store.changeMailing(id, 'paused', NOON)).toBe(true);
    expect(await store.changeMailing(id, 'paused', NOON)).toBe(false);
    // It was read before the pause.
    expect(await store.startAttempt(before.message?.id ?? '', { now: NOON, dueAt: NOON })).toBe(
      false,
    );
    expect(await hand(store)).toBeNull();
    expect(await store.changeMailing(id, 'sending', NOON)).toBe(true);
    await store.insertSignup(signup({ email: 'new@new.org' }), newRequest({ priority: -500 }));
    const confirmation = await hand(store);
    expect(confirmation).toMatchObject({ kind: 'confirmation' });
    await store.settleMessage(confirmation?.id ?? '', { outcome: 'sent', at: NOON });
    // One of two an hour was sent.
    expect(await store.nextMessage({ ...queue, hourly: 2 })).toMatchObject({
      message: null,
      dueAt: NOON + HOUR_MS,
    });
    expect(await store.nextMessage({ ...queue, hourly: 3 })).toMatchObject({
      message: { kind: 'mailing' },
    });
    const restored = NOON + HOUR_MS;
    expect(await store.pauseCopies(restored - HOUR_MS / 2 - 1)).toBe(0);
    expect(await store.pauseCopies(restored)).toBe(1);
    const reason = expect.stringContaining('copy');
    expect(await store.readMailing(id)).toMatchObject({ state: 'paused', reason });
    expect(await store.pauseCopies(restored)).toBe(0);
    expect(await store.changeMailing(id, 'stopped', NOON)).toBe(true);
    expect((await store.countAudience(EVERYBODY)).people).toBe(3);
    expect(
      await store.saveMailing({ id, content: { audience: EVERYBODY, words: WORDS }, at: 1 }),
    ).toBe(false);
    expect(await store.deleteMailing(id)).toBe(false);
  });
}
