import { test as base, expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import type { NewNotice, ToldOfRemoved } from '../../store/mail-store.ts';
import {
  JANE,
  JOHN,
  markSent,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';
import { expireAll } from '../../upkeep/testing/store-contract-retention.ts';

const notice = (change: Partial<NewNotice> = {}): NewNotice => ({
  ...{ id: newId(), recipient: 'webhook-a', kind: 'signup.confirmed', payload: {}, at: NOON },
  ...change,
});

const JANES = newId();
const told =
  (left: NewNotice): ToldOfRemoved =>
  ({ id, ...removed }) => [{ ...left, payload: { signupId: id, ...removed } }];

/** The queue of a webhook. */
const at = (now: number) => ({ recipient: 'webhook-a', now, hourly: null });

export function noticesContract(open: Open) {
  const test = testWith(open);
  const waitingOf = async (store: SiteStore, recipient = 'webhook-a') =>
    (await store.webhookStates()).find((state) => state.recipient === recipient)?.waiting ?? 0;

  test('a signup and what tells others of it are stored together; a duplicate tells nothing', async (store) => {
    const jane = signup({ youtubeChannel: '@jane', useCase: 'dubbing' });
    const first = notice({ payload: { path: '/' } });
    await store.insertSignup(jane, null, [first, notice({ recipient: 'webhook-b' })]);
    expect(await store.insertSignup(signup(), null, [notice()])).toBe('duplicate');
    const { id, kind, payload } = first;
    const words = { youtubeChannel: '@jane', useCase: 'dubbing' };
    expect((await store.nextMessage(at(NOON))).message).toMatchObject({
      ...{ id, kind, payload, signup: words },
    });
    expect([await waitingOf(store), await waitingOf(store, 'webhook-b')]).toEqual([1, 1]);
    expect(await store.mailState()).toMatchObject({ waiting: 0 });
  });

  test('mail to the team goes first, however many people are to be asked', async (store) => {
    for (const email of [JANE, JOHN]) await store.insertSignup(signup({ email }), newRequest());
    const team = notice({ recipient: 'mail', kind: 'alert.raised', at: NOON + 5 });
    await store.mark({ name: 'told:no_events', value: 'x', at: NOON }, { notices: [team] });
    const next = await store.nextMessage({ recipient: 'mail', now: NOON + 10, hourly: null });
    expect(next.message?.id).toBe(team.id);
  });

  test('a confirmation is told once, by link or by code, and drops no message to others', async (store) => {
    const request = newRequest();
    await store.insertSignup(signup({ email: 'a@b.example' }), request, [notice()]);
    expect(await store.confirmSignup('unknown', NOON, [notice()])).toBe('unknown');
    const code = { email: 'a@b.example', code: request.code, at: NOON };
    const late = { outcome: 'retry', dueAt: NOON, handedOverAt: NOON, reason: 'silence' } as const;
    await store.settleMessage(request.id, late); // somebody may have it
    expect(await store.confirmByCode({ ...code, code: 'none' }, [notice()])).toBe('wrong');
    expect(await waitingOf(store)).toBe(1);
    expect(await store.confirmByCode(code, [notice()])).toBe('confirmed');
    expect(await waitingOf(store)).toBe(2);
    await store.confirmByCode(code, [notice()]);
    expect(await store.confirmSignup(request.token, NOON, [notice()])).toBe('already');
    expect(await waitingOf(store)).toBe(2);
    expect((await store.mailState()).waiting).toBe(0);
  });

  base.each<[string, (store: SiteStore, token: string, told: ToldOfRemoved) => Promise<unknown>]>([
    ['taken off by its owner', (store, token, told) => store.leave(token, NOON, told)],
    ['erased in the console', (store, _, told) => store.eraseSignup(JANES, NOON, told)],
    ['erased by address', (store, _, told) => store.eraseSignups('a@b.example', NOON, told)],
    [
      'past its retention',
      (store, _, told) => expireAll(store, { kind: 'signups', before: NOON + 1, told }),
    ],
  ])('a signup that is %s is told once, and what waits about it is removed', async (_, remove) => {
    const store = await open();
    const [jane, request] = [signup({ id: JANES, email: 'a@b.example' }), newRequest()];
    await store.insertSignup(jane, request, [notice()]);
    const left = notice({ kind: 'signup.left' });
    await remove(store, request.token, told(left));
    await remove(store, request.token, told(notice()));
    expect(await waitingOf(store)).toBe(1);
    expect((await store.nextMessage(at(NOON))).message).toMatchObject({
      id: left.id,
      signup: null,
      payload: { signupId: JANES, signupType: 'notifyme', createdAt: NOON },
    });
  });

  base.each([
    ['counted, where nobody is named', {}, 2],
    ['told each, where the receiver has a copy', { signupId: JANES }, 20],
  ])('twenty who leave within a minute are %s', async (_, payload, messages) => {
    const store = await open();
    for (let count = 0; count < 20; count++) {
      const somebody = signup({ email: `p${count}@a.example` });
      await store.insertSignup(somebody);
      const left = () => [notice({ kind: 'signup.left', at: NOON + count, payload })];
      await store.eraseSignup(somebody.id, NOON, left);
    }
    expect(await waitingOf(store)).toBe(messages);
  });

  test('new signups are told by one message a minute, and counted in between', async (store) => {
    const signUp = (at: number) =>
      store.insertSignup(signup({ email: `p${newId()}@a.example`, createdAt: at }), null, [
        notice({ kind: 'signup.created', at }),
        notice({ kind: 'signup.created', recipient: 'webhook-b', at }),
        notice({ at }),
      ]);
    /** When each message was sent, what time it has, and about how many it is. */
    const sent: unknown[] = [];
    const send = async (now: number) => {
      const { message } = await store.nextMessage(at(now));
      if (!message) return;
      const { id, kind, createdAt, payload } = message;
      await store.startAttempt(id, { now, dueAt: now });
      await markSent(store, id, now);
      if (kind === 'signup.created')
        sent.push([now - NOON, createdAt - NOON, message.signup ? 1 : payload['count']]);
      await send(now);
    };
    await signUp(NOON);
    await send(NOON);
    await signUp(NOON + 1_000);
    await send(NOON + MINUTE_MS);
    await Promise.all(Array.from({ length: 57 }, () => signUp(NOON + MINUTE_MS + 1_000)));
    expect(await waitingOf(store, 'webhook-b')).toBe(3);
    await send(NOON + 2 * MINUTE_MS - 1);
    await send(NOON + 2 * MINUTE_MS);
    const later = NOON + 3 * MINUTE_MS;
    await signUp(later);
    await signUp(later);
    await send(later);
    expect(await waitingOf(store)).toBe(2); // the second one, and what comes after it
    expect(sent).toEqual([
      [0, 0, 1],
      [MINUTE_MS, MINUTE_MS, 1],
      [2 * MINUTE_MS, 2 * MINUTE_MS, 57],
      [3 * MINUTE_MS, 3 * MINUTE_MS, 1],
    ]);
  });

  test('a webhook gets its messages in their order, even if the first one waits, and none once it is switched off, until its URL was removed', async (store) => {
    const [first, second] = [notice(), notice()];
    const tell = (...notices: NewNotice[]) =>
      store.insertSignup(signup({ email: `p${newId()}@a.example` }), null, notices);
    await tell(first);
    await tell(second);
    const retry = { outcome: 'retry', dueAt: NOON + 60, reason: '500' } as const;
    await store.settleMessage(first.id, retry);
    expect(await store.nextMessage(at(NOON))).toMatchObject({ message: null, dueAt: NOON + 60 });
    expect(await store.webhookStates()).toMatchObject([
      { waiting: 2, waitingSince: NOON, offSince: null, reason: '500', givenUp: 0 },
    ]);
    await markSent(store, first.id, NOON + 60);
    expect((await store.nextMessage(at(NOON + 60))).message?.id).toBe(second.id);

    await store.switchOff('webhook-a', NOON + 5);
    await store.switchOff('webhook-a', NOON + 6);
    await tell(notice(), notice({ recipient: 'webhook-b' }));
    await store.forgetSwitchedOff(['webhook-a', 'webhook-b']);
    expect(await store.webhookStates()).toMatchObject([
      { recipient: 'webhook-a', waiting: 0, offSince: NOON + 5 },
      { recipient: 'webhook-b', waiting: 1, offSince: null },
    ]);
    await store.forgetSwitchedOff([]);
    expect(await store.webhookStates()).toEqual([]);
    await tell(notice());
    expect(await waitingOf(store)).toBe(1);
  });

  test('what says that somebody left waits, also where the webhook is switched off, and for another URL if its own is gone', async (store) => {
    const somebody = signup({ email: 'a@b.example' });
    await store.insertSignup(somebody, null, [notice({ recipient: 'webhook-b' })]);
    await store.switchOff('webhook-a', NOON);
    const payload = { signupId: somebody.id };
    const left = (change = {}) => notice({ kind: 'signup.left', payload, ...change });
    const [told, older] = [left({ at: NOON + 5 }), left({ recipient: 'webhook-b', at: NOON + 2 })];
    await store.eraseSignup(somebody.id, NOON, () => [told, older, notice()]);
    await store.switchOff('webhook-b', NOON);
    const state = { waiting: 1, offSince: NOON };
    expect(await store.webhookStates()).toMatchObject([
      { recipient: 'webhook-a', ...state, leftSince: NOON + 5 },
      { recipient: 'webhook-b', ...state, leftSince: NOON + 2 },
    ]);
    await store.forgetSwitchedOff([]);
    expect([await waitingOf(store), await waitingOf(store, 'webhook-b')]).toEqual([1, 1]);
    await store.forgetSwitchedOff(['webhook-c', 'webhook-b']);
    expect([await waitingOf(store), await waitingOf(store, 'webhook-c')]).toEqual([0, 1]);
    const { message } = await store.nextMessage({ ...at(NOON + 9), recipient: 'webhook-c' });
    expect(message).toMatchObject({ id: told.id, payload });
    await markSent(store, told.id);
    await store.forgetSwitchedOff([]);
    expect(await store.webhookStates()).toMatchObject([{ recipient: 'webhook-b', waiting: 1 }]);
  });

  test('a message to the team that was set aside is counted for a week, and a request for a confirmation as long as its signup', async (store) => {
    const request = newRequest();
    const kind = 'alert.raised';
    const team = ['mail', 'webhook-a'].map((recipient) => notice({ recipient, kind }));
    await store.mark({ name: 'told:no_signups', value: 'x', at: NOON }, { notices: team });
    await store.insertSignup(signup(), request);
    for (const { id } of [...team, request]) {
      await store.settleMessage(id, { outcome: 'given_up', at: NOON, reason: '550' });
    }
    const counted = async () => [
      (await store.mailState()).givenUp,
      (await store.webhookStates())[0]?.givenUp ?? 0,
    ];
    await store.clearSettled(NOON + 7 * DAY_MS);
    expect(await counted()).toEqual([2, 1]);
    for (const days of [7, 400]) {
      await store.clearSettled(NOON + days * DAY_MS + 1);
      expect(await counted()).toEqual([1, 0]);
    }
  });
}
