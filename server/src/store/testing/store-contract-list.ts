import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Audience } from '#shared/list';
import type { Store } from '../store.ts';
import { NOON, newId, newRequest, signup } from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

export const queue = { recipient: 'mail', now: NOON, hourly: 200 };
export const EVERYBODY: Audience = {
  types: ['notifyme', 'beta'],
  states: ['waiting', 'accepted', 'declined'],
  languages: [],
};
export const WORDS = { en: { subject: 'It is here', text: 'Hello {name}', link: null } };
export const accept = { decision: 'accepted', at: NOON, by: 'Ada', note: null } as const;
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
export async function start(store: Store, people: number, audience = EVERYBODY, at = NOON) {
  const id = newId();
  await store.saveMailing({ id, content: { audience, words: WORDS }, at });
  let after: string | null = null;
  do {
    const messageIds = [newId(), newId()];
    after = await store.addRecipients({ mailingId: id, after, limit: 2, messageIds, at });
  } while (after !== null);
  return { id, started: await store.startMailing(id, people, at) };
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
    expect(await store.invite([invitation(john.id, 'y')])).toEqual({ queued: 0, refused: 1 });
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

  test('an invitation that is refused as spam leaves the person on the list, to be invited again', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    await store.decide([jane.id], accept);
    const refuse = async (token: string, reason: string) => {
      await store.invite([invitation(jane.id, token)]);
      const message = await hand(store);
      await store.settleMessage(message?.id ?? '', { outcome: 'refused', at: NOON, reason });
      return (await store.countAudience(EVERYBODY)).leftOut.undeliverable;
    };
    expect(await refuse('a', '554 5.7.1 looks like spam')).toBe(0);
    expect(await store.nextToInvite(9)).toEqual([jane.id]);
    expect(await refuse('b', '550 5.1.1 no such user')).toBe(1);
  });
}
