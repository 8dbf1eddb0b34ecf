import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { NewNotice, ToldOfRemoved } from '../mail-store.ts';
import type { Store } from '../store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  newRequest,
  signup,
  text,
} from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

const notice = (change: Partial<NewNotice> = {}): NewNotice => ({
  id: newId(),
  recipient: 'webhook-a',
  kind: 'signup.confirmed',
  payload: {},
  at: NOON,
  ...change,
});

const JANES = newId();
const told =
  (left: NewNotice): ToldOfRemoved =>
  ({ id, ...removed }) => [{ ...left, payload: { signupId: id, ...removed } }];

/** The queue of a webhook. */
const at = (now: number) => ({ recipient: 'webhook-a', now, hourly: null });

export function noticesContract(open: Open) {
  const waitingOf = async (store: Store, recipient = 'webhook-a') =>
    (await store.webhookStates()).find((state) => state.recipient === recipient)?.waiting ?? 0;

  test('who deletes their events is asked for elsewhere once, and each time that an operator asks', async () => {
    const store = await open();
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    await store.recordEvents(batch());
    const made = newId(); // agreed, and has no events
    await store.recordDecision(grant({ consentId: made }));
    const erase = (consentId: string, search?: { withoutGrant: boolean }) => {
      const request = { id: newId(), consentId, gpc: false, at: NOON, notices: [notice()] };
      return store.erasePerson({ ...request, ...(search && { search }) });
    };
    await erase(JANE);
    await erase(JANE);
    await erase(JOHN); // somebody made it up
    await erase(made);
    expect(await waitingOf(store)).toBe(1);
    await erase(JANE, { withoutGrant: true });
    await erase(JOHN, { withoutGrant: true });
    expect(await waitingOf(store)).toBe(3);
  });

  test('a signup and what tells others of it are stored together; a duplicate tells nothing', async () => {
    const store = await open();
    const jane = signup({ youtubeChannel: '@jane', useCase: 'dubbing' });
    const first = notice({ payload: { path: '/' } });
    await store.insertSignup(jane, null, [first, notice({ recipient: 'webhook-b' })]);
    expect(await store.insertSignup(signup(), null, [notice()])).toBe('duplicate');
    const { confirmedAt: _, ...person } = jane;
    const { message } = await store.nextMessage(at(NOON));
    const { id, kind, payload } = first;
    const rest = { attempts: 0, createdAt: NOON, handedOverAt: null, signup: person };
    expect(message).toEqual({ id, kind, payload, priority: expect.any(Number), ...rest });
    expect([await waitingOf(store), await waitingOf(store, 'webhook-b')]).toEqual([1, 1]);
    expect(await store.mailState()).toMatchObject({ waiting: 0 });
  });

  test('mail to the team goes first, however many people are to be asked', async () => {
    const store = await open();
    for (const email of [JANE, JOHN]) await store.insertSignup(signup({ email }), newRequest());
    const told = notice({ recipient: 'mail', kind: 'alert.raised', at: NOON + 5 });
    await store.mark({ name: 'told:no_events', value: 'x', at: NOON }, { notices: [told] });
    const next = await store.nextMessage({ recipient: 'mail', now: NOON + 10, hourly: null });
    expect(next.message?.id).toBe(told.id);
  });

  test('a confirmation is told once, by link or by code, and drops no message to others', async () => {
    const store = await open();
    const request = newRequest();
    await store.insertSignup(signup({ email: 'a@b.example' }), request, [notice()]);
    const confirmed = () => [notice({ kind: 'signup.confirmed' })];
    expect(await store.confirmSignup('unknown', NOON, confirmed())).toBe('unknown');
    const code = { email: 'a@b.example', code: request.code, at: NOON };
    const late = { outcome: 'retry', dueAt: NOON, handedOverAt: NOON, reason: 'silence' } as const;
    await store.settleMessage(request.id, late); // somebody may have it
    expect(await store.confirmByCode({ ...code, code: 'none' }, confirmed())).toBe('wrong');
    expect(await waitingOf(store)).toBe(1);
    expect(await store.confirmByCode(code, confirmed())).toBe('confirmed');
    expect(await waitingOf(store)).toBe(2);
    await store.confirmByCode(code, confirmed());
    expect(await store.confirmSignup(request.token, NOON, confirmed())).toBe('already');
    expect(await waitingOf(store)).toBe(2);
    expect((await store.mailState()).waiting).toBe(0);
  });

  test('leaving removes what waits about the person, and is told once', async () => {
    const store = await open();
    const request = newRequest();
    const jane = signup({ signupType: 'beta' });
    await store.insertSignup(jane, request, [notice()]);
    const left = notice({ kind: 'signup.left' });
    expect(await store.leave('unknown', NOON, () => [notice()])).toBe('unknown');
    await store.leave(request.token, NOON, told(left));
    await store.leave(request.token, NOON, told(notice({ kind: 'signup.left' })));
    expect(await waitingOf(store)).toBe(1);
    expect((await store.nextMessage(at(NOON))).message).toMatchObject({
      id: left.id,
      signup: null,
      payload: { signupId: jane.id, signupType: 'beta', createdAt: jane.createdAt },
    });
  });

  test.each([
    ['erased in the console', (store, told) => store.eraseSignup(JANES, NOON, told)],
    ['erased by address', (store, told) => store.eraseSignups('a@b.example', NOON, told)],
    [
      'past its retention',
      (store, told) =>
        store.expire({
          at: NOON,
          kind: 'signups',
          before: NOON + 1,
          after: null,
          dryRun: false,
          told,
        }),
    ],
  ] satisfies [string, (store: Store, told: ToldOfRemoved) => Promise<unknown>][])(
    'a signup that is %s is told, and what waits about the person is removed',
    async (_, remove) => {
      const store = await open();
      const jane = signup({ id: JANES, email: 'a@b.example', createdAt: NOON });
      await store.insertSignup(jane, null, [notice()]);
      const left = notice({ kind: 'signup.left' });
      await remove(store, told(left));
      await remove(store, told(notice()));
      expect(await waitingOf(store)).toBe(1);
      expect((await store.nextMessage(at(NOON))).message).toMatchObject({
        id: left.id,
        payload: { signupId: JANES, signupType: 'notifyme', createdAt: NOON },
      });
    },
  );

  test.each([
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
    const first = (await store.nextMessage(at(NOON + 100))).message;
    expect(first).toMatchObject({ kind: 'signup.left', payload });
    await store.settleMessage(first?.id ?? '', { outcome: 'sent', at: NOON + 100 });
    const { message } = await store.nextMessage(at(NOON + 60_000));
    expect(message?.payload).toEqual(messages === 2 ? { count: 19 } : payload);
  });

  test('new signups are told by one message a minute, and counted in between', async () => {
    const store = await open();
    const MINUTE = 60_000;
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
      await store.settleMessage(id, { outcome: 'sent', at: now });
      if (kind === 'signup.created')
        sent.push([now - NOON, createdAt - NOON, message.signup ? 1 : payload['count']]);
      await send(now);
    };
    await signUp(NOON);
    await send(NOON);
    await signUp(NOON + 1_000);
    await send(NOON + MINUTE);
    await Promise.all(Array.from({ length: 57 }, () => signUp(NOON + MINUTE + 1_000)));
    expect(await waitingOf(store, 'webhook-b')).toBe(3);
    await send(NOON + 2 * MINUTE - 1);
    await send(NOON + 2 * MINUTE);
    const later = NOON + 3 * MINUTE;
    await signUp(later);
    await signUp(later);
    await send(later);
    expect(await waitingOf(store)).toBe(2); // the second one, and what comes after it
    expect(sent).toEqual([
      [0, 0, 1],
      [MINUTE, MINUTE, 1],
      [2 * MINUTE, 2 * MINUTE, 57],
      [3 * MINUTE, 3 * MINUTE, 1],
    ]);
  });

  test('a webhook gets its messages in their order, even if the first one waits', async () => {
    const store = await open();
    const [first, second] = [notice(), notice()];
    await store.insertSignup(signup({ email: 'a@a.example' }), null, [first]);
    await store.insertSignup(signup({ email: 'b@a.example' }), null, [second]);
    const asked = { outcome: 'retry', dueAt: NOON + DAY_MS, reason: '429' } as const;
    await store.settleMessage(first.id, asked); // the longest Retry-After is no wrong clock
    expect((await store.nextMessage(at(NOON))).message).toBeNull();
    await store.settleMessage(first.id, { outcome: 'retry', dueAt: NOON + 60, reason: '500' });
    expect(await store.nextMessage(at(NOON))).toMatchObject({
      message: null,
      dueAt: NOON + 60,
    });
    expect(await store.webhookStates()).toMatchObject([
      { waiting: 2, waitingSince: NOON, offSince: null, reason: '500', givenUp: 0 },
    ]);
    await store.settleMessage(first.id, { outcome: 'sent', at: NOON + 60 });
    expect((await store.nextMessage(at(NOON + 60))).message?.id).toBe(second.id);
  });

  test('nothing is queued for a webhook that was switched off, until its URL was removed', async () => {
    const store = await open();
    await store.insertSignup(signup({ email: 'a@a.example' }), null, [notice()]);
    await store.switchOff('webhook-a', NOON + 5);
    await store.switchOff('webhook-a', NOON + 6);
    const both = [notice(), notice({ recipient: 'webhook-b' })];
    await store.insertSignup(signup({ email: 'b@a.example' }), null, both);
    await store.forgetSwitchedOff(['webhook-a', 'webhook-b']);
    expect(await store.webhookStates()).toMatchObject([
      { recipient: 'webhook-a', waiting: 0, offSince: NOON + 5 },
      { recipient: 'webhook-b', waiting: 1, offSince: null },
    ]);
    await store.forgetSwitchedOff([]);
    expect(await store.webhookStates()).toEqual([]);
    await store.insertSignup(signup({ email: 'c@a.example' }), null, [notice()]);
    expect(await waitingOf(store)).toBe(1);
  });

  test.each(['mail', 'webhook-a'])(
    'a message to the team by %s that was set aside is counted for a week, and a request for a confirmation as long as its signup',
    async (recipient) => {
      const store = await open();
      const request = newRequest();
      const team = notice({ recipient, kind: 'alert.raised' });
      await store.mark({ name: 'told:no_signups', value: 'x', at: NOON }, { notices: [team] });
      await store.insertSignup(signup(), request);
      for (const { id } of [team, request]) {
        await store.settleMessage(id, { outcome: 'given_up', at: NOON, reason: '550' });
      }
      const counted = async () =>
        (await store.mailState()).givenUp + ((await store.webhookStates())[0]?.givenUp ?? 0);
      await store.clearSettled(NOON + 7 * DAY_MS, 100);
      expect(await counted()).toBe(2);
      await store.clearSettled(NOON + 7 * DAY_MS + 1, 100);
      expect(await counted()).toBe(1);
      await store.clearSettled(NOON + 400 * DAY_MS, 100);
      expect(await counted()).toBe(1);
    },
  );
}
