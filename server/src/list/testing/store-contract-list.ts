import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Audience } from '#shared/list';
import type { SiteStore } from '../../database/site-store.ts';
import type { MessageSettlement } from '../../store/mail-store.ts';
import {
  agreed,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';

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
export async function join(
  store: SiteStore,
  email: string,
  signupType: 'beta' | 'notifyme' = 'beta',
) {
  const one = signup({ email, signupType, createdAt: NOON - DAY_MS, language: 'ja' });
  const request = newRequest({ at: NOON - DAY_MS, dueAt: NOON - DAY_MS });
  await store.insertSignup(one, request);
  await store.confirmSignup(request.token, NOON - HOUR_MS, [], agreed(signupType));
  return { ...one, token: request.token };
}

/** Stores a mailing to everybody and starts it. */
export async function start(
  store: SiteStore,
  people: number,
  audience = EVERYBODY,
  at = NOON,
  words = WORDS,
) {
  const id = newId();
  await store.insertDraft({ id, content: { audience, words }, at });
  let after: string | null = null;
  do {
    const messageIds = [newId(), newId()];
    after = await store.addRecipients({ mailingId: id, after, limit: 2, messageIds, at });
  } while (after !== null);
  return { id, started: await store.startMailing(id, people, at) };
}

/** Hands the next message over. */
export async function hand(store: SiteStore, at = NOON) {
  const { message } = await store.nextMessage({ ...queue, now: at });
  if (!message) return null;
  return (await store.startAttempt(message.id, { now: at, dueAt: at })) ? message : null;
}

/** Hands the next message over, and stores the answer. */
export async function handAndSettle(store: SiteStore, answer: MessageSettlement, at = NOON) {
  const message = await hand(store, at);
  await store.settleMessage(message?.id ?? '', answer);
  return message;
}

/** Sends again to these people, whose last attempt was before a time. */
export const sendAgain = (
  store: SiteStore,
  mailingId: string,
  ids: readonly string[],
  { before = NOON + 1, at = NOON } = {},
) => {
  const people = ids.map((signupId) => ({ signupId, messageId: newId() }));
  return store.sendAgain({ mailingId, people, before, at });
};

export const sent = (at = NOON) => ({ outcome: 'sent', at }) as const;
export const later = (dueAt = NOON) => ({ outcome: 'retry', dueAt, reason: '451 later' }) as const;
export const refused = (reason = '550 5.1.1 no such user') =>
  ({ outcome: 'refused', at: NOON, reason }) as const;

export function listContract(open: Open) {
  /** Stores confirmed applications. `invite` returns how many invitations were queued and refused. */
  async function openList(...emails: string[]) {
    const store = await open();
    const ids: string[] = [];
    for (const email of emails) ids.push((await join(store, email)).id);
    const [jane = '', john = ''] = ids;
    const invite = async (signupId: string, token: string, isNext = false) => {
      const invitation = { id: newId(), signupId, token, at: NOON };
      const { queued, refused: not } = await store.invite([invitation], isNext);
      return [queued, not];
    };
    return { store, jane, john, invite };
  }

  test('an application is decided, again until a message about it may have left, and never afterwards', async () => {
    const { store, jane } = await openList('jane@example.org');
    const other = await join(store, 'john@example.org', 'notifyme');
    const ids = [jane, other.id, newId()];
    const others: never[] = [];
    expect(await store.decide(ids, accept)).toEqual({ changed: 1, told: [], missing: 2, others });
    expect(await store.decide([jane], decline)).toMatchObject({ changed: 1, told: [] });
    const tell = () => store.tellDeclined([{ id: newId(), signupId: jane, at: NOON }]);
    expect(await tell()).toBe(1);
    expect(await store.decide([jane], null)).toMatchObject({ changed: 1 });
    expect(await hand(store)).toBeNull();
    await store.decide([jane], decline);
    await tell();
    const message = await hand(store);
    expect(message).toMatchObject({ kind: 'declined', signup: { id: jane, language: 'ja' } });
    expect(await store.decide([jane], accept)).toMatchObject({ changed: 0, told: [jane] });
    await store.settleMessage(message?.id ?? '', later());
    expect(await store.decide([jane], accept)).toMatchObject({ changed: 1, told: [] });
    expect(await tell()).toBe(0);
  });

  test('an invitation is redeemed once, within 14 days after it was sent, and renewed by its person once', async () => {
    const { store, jane, john, invite } = await openList('jane@example.org', 'john@example.org');
    expect(await invite(jane, 'a')).toEqual([0, 1]);
    await store.decide([jane, john], accept);
    expect(await store.nextToInvite(1)).toMatchObject([{ id: jane }]);
    expect(await invite(jane, 'a')).toEqual([1, 0]);
    expect(await invite(john, 'b')).toEqual([1, 0]);
    expect(await store.nextToInvite(9)).toEqual([]);
    // Another operator asked for the same next ones.
    expect((await invite(jane, 'z', true))[0]).toBe(0);
    expect(await invite(john, 'y')).toEqual([0, 1]);
    const after = NOON + 3 * HOUR_MS;
    for (let count = 0; count < 2; count++) {
      expect(await handAndSettle(store, sent(after), after)).toMatchObject({ kind: 'invitation' });
    }
    const expired = after + 14 * DAY_MS;
    expect(await store.readInvitation('a', expired - 1)).toBe('open');
    // Of a clock that was years ahead.
    expect(await store.readInvitation('a', NOON - 2 * DAY_MS)).toBe('expired');
    expect(await store.redeem('a', after + 1)).toBe('redeemed');
    // Its answer may be lost.
    expect(await store.redeem('a', after + 2)).toBe('redeemed');
    expect(await store.readInvitation('a', after + 2)).toBe('open');
    for (const ask of [store.readInvitation, store.redeem])
      expect(await ask('a', after + HOUR_MS)).toBe('already');
    expect(await store.redeem('b', expired)).toBe('expired');
    const next = (token: string) => ({ id: newId(), token, at: expired });
    expect(await store.renewInvitation('b', next('d'))).toBe('renewed');
    expect(await store.renewInvitation('b', next('e'))).toBe('used');
    const late = expired + 14 * DAY_MS;
    expect(await store.renewInvitation('d', { ...next('e'), at: late })).toBe('over');
    expect(await store.redeem('d', late)).toBe('over');
    expect((await invite(john, 'f'))[0]).toBe(1);
    expect(await store.readInvitation('f', late)).toBe('over');
    expect(await store.withdraw([john], expired)).toBe(1);
    expect(await store.renewInvitation('b', next('e'))).toBe('withdrawn');
    expect(await store.readInvitation('d', expired)).toBe('withdrawn');
    expect(await hand(store, expired)).toBeNull(); // it waited
    expect(await store.nextToInvite(9)).toEqual([]);
    expect(await store.redeem('x', expired)).toBe('unknown');
    const times = { confirmed: DAY_MS - HOUR_MS, decided: HOUR_MS, accepted: HOUR_MS, invited: 0 };
    expect(await store.applicationStages()).toEqual({
      ...{
        applied: 2,
        confirmed: 2,
        decided: 2,
        accepted: 2,
        invited: 2,
        redeemed: 1,
        declined: 0,
      },
      waitingSince: null,
      times: { ...times, redeemed: 3 * HOUR_MS + 1 },
    });
  });

  test('of an even number of times, the median is the mean of the two in the middle', async () => {
    const { store, jane, john } = await openList('jane@example.org', 'john@example.org');
    await store.decide([jane], accept);
    await store.decide([john], { ...accept, at: accept.at + HOUR_MS });
    const { times } = await store.applicationStages();
    expect(times).toMatchObject({ decided: 1.5 * HOUR_MS, accepted: 1.5 * HOUR_MS });
  });

  test('who used an invitation, or whose mail program did, gets another one from the team at any time, and on asking once a day', async () => {
    const { store, jane, invite } = await openList('jane@example.org');
    await store.decide([jane], accept);
    const used = async (token: string, at: number) => {
      await handAndSettle(store, sent(at), at);
      expect(await store.redeem(token, at)).toBe('redeemed');
    };
    await invite(jane, 'a');
    await used('a', NOON);
    expect((await invite(jane, 'b'))[0]).toBe(0); // at once
    const ask = (token: string, at: number) =>
      store.renewInvitation('a', { id: newId(), token, at, dueAt: at, priority: -2 });
    const day = NOON + HOUR_MS;
    // Both presses on two processes.
    const both = await Promise.all([ask('c', day), ask('d', day)]);
    expect(both.toSorted()).toEqual(['renewed', 'used']);
    const { message } = await store.nextMessage({ ...queue, now: day });
    expect(message).toMatchObject({ kind: 'invitation', priority: -2, signup: { id: jane } });
    await used(String(message?.payload['token']), day);
    expect(await ask('e', day + DAY_MS - 1)).toBe('used');
    expect(await ask('e', day + DAY_MS)).toBe('renewed');
    const invitation = { id: newId(), signupId: jane, token: 'f', at: day + 2 * DAY_MS };
    expect(await store.invite([invitation])).toEqual({ queued: 1, refused: 0 });
    expect(await ask('g', day + 2 * DAY_MS)).toBe('used'); // the team's
    expect(await store.readInvitation('f', day + 2 * DAY_MS)).toBe('open');
    // One of those expires.
    const late = day + 20 * DAY_MS;
    const renew = (token: string, next: string, at: number) =>
      store.renewInvitation(token, { id: newId(), token: next, at });
    expect(await ask('h', late)).toBe('renewed');
    expect(await renew('h', 'i', late + 14 * DAY_MS)).toBe('renewed');
  });

  test.each([3 * HOUR_MS, 3 * DAY_MS])(
    'an invitation that was used by a clock %i ms ahead opens nothing again, and another one can be sent',
    async (aheadMs) => {
      const { store, jane, invite } = await openList('jane@example.org');
      await store.decide([jane], accept);
      await invite(jane, 'a');
      const ahead = NOON + aheadMs;
      await handAndSettle(store, sent(ahead), ahead);
      await store.redeem('a', ahead);
      const renew = (token: string, at: number) =>
        store.renewInvitation('a', { id: newId(), token, at });
      expect(await renew('b', ahead + HOUR_MS)).toBe('renewed'); // by that clock, too
      const stateAt = (at: number) => store.readInvitation('a', at);
      expect(await stateAt(NOON + HOUR_MS)).toBe('already');
      await store.dropUnsendable(NOON + HOUR_MS); // the sender's look
      for (const at of [NOON + HOUR_MS, ahead - HOUR_MS, ahead, ahead + HOUR_MS])
        expect(await stateAt(at)).toBe('already');
      const own = { id: newId(), signupId: jane, token: 'c', at: NOON + HOUR_MS };
      expect(await store.invite([own])).toEqual({ queued: 1, refused: 0 });
      await store.redeem('c', own.at);
      expect(await renew('d', own.at)).toBe('renewed');
      expect(await renew('e', own.at)).toBe('used');
    },
  );

  test('the link off the list works from when its message waits: a copy of then, put back later, knows it', async () => {
    const { store, jane, invite } = await openList('jane@example.org');
    await store.decide([jane], accept);
    await invite(jane, 'a');
    const { message } = await store.nextMessage(queue);
    expect(await store.leave(String(message?.payload['leaveToken']), NOON)).toBe('left');
  });

  test('of two operators, the second sees what the first decided, and changes nothing', async () => {
    const { store, jane, john } = await openList('jane@example.org', 'john@example.org');
    await store.decide([jane], accept, 'waiting');
    expect(await store.decide([jane, john], { ...decline, by: 'Bob' }, 'waiting')).toEqual({
      ...{ changed: 1, told: [], missing: 0 },
      others: [{ id: jane, state: 'accepted', by: 'Ada' }],
    });
    expect(await store.applicationStages()).toMatchObject({
      accepted: 1,
      declined: 1,
      waitingSince: null,
    });
  });

  test('nobody is skipped: to accept again keeps an invitation; who got none is one of the next, but where there is no mailbox', async () => {
    const { store, jane, invite } = await openList('jane@example.org');
    const undeliverable = async () => (await store.countAudience(EVERYBODY)).leftOut.undeliverable;
    await store.decide([jane], accept);
    await invite(jane, 'a');
    expect(await store.decide([jane], { ...accept, note: 'again' })).toMatchObject({ changed: 1 });
    expect((await store.nextMessage(queue)).message).toMatchObject({ kind: 'invitation' });
    await store.decide([jane], null);
    await store.decide([jane], accept);
    expect((await store.nextMessage(queue)).message).toBeNull();
    for (const answer of [
      { ...later(), outcome: 'given_up', at: NOON } as const,
      refused('554 5.7.1 looks like spam'),
    ]) {
      expect(await store.nextToInvite(9)).toMatchObject([{ id: jane }]);
      await invite(jane, newId());
      await handAndSettle(store, answer);
      expect(await undeliverable()).toBe(0);
    }
    expect(await store.nextToInvite(9)).toMatchObject([{ id: jane }]);
    await invite(jane, 'c');
    await handAndSettle(store, refused());
    expect(await store.nextToInvite(9)).toEqual([]);
    expect(await undeliverable()).toBe(1);
  });
}
