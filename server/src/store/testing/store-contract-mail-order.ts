import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import { GOES_ON, GOES_ON_MS } from '../mail-store.ts';
import type { Store } from '../store.ts';
import { NOON, newId, newRequest, signup } from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

const at = (now: number) => ({ recipient: 'mail', now, hourly: 200 });

/** Which message leaves next, and when. */
export function mailOrderContract(open: Open) {
  test('the hourly limit counts messages whose signup was erased, and no time in the future', async () => {
    const store = await open();
    const requests = ['a', 'b', 'c'].map((name) => ({
      email: `${name}@a.example`,
      request: newRequest(),
    }));
    for (const { email, request } of requests) await store.insertSignup(signup({ email }), request);
    const [first, second, third] = requests.map(({ request }) => request.id);
    await store.settleMessage(first ?? '', { outcome: 'sent', at: NOON });
    await store.settleMessage(second ?? '', { outcome: 'sent', at: NOON + 60 });
    await store.eraseSignups('a@a.example', NOON);
    const freeAt = async (now: number, hourly: number) =>
      (await store.nextMessage({ ...at(now), hourly })).freeAt;
    expect(await freeAt(NOON + 100, 1)).toBe(NOON + 60 + 3_600_000);
    expect(await freeAt(NOON + 100, 2)).toBe(NOON + 3_600_000);
    expect(await freeAt(NOON + 100, 9)).toBeNull();
    expect(await freeAt(NOON + 60 + 3_600_000, 2)).toBeNull();
    await store.settleMessage(third ?? '', { outcome: 'sent', at: NOON + 90 * DAY_MS });
    expect(await freeAt(NOON + 100, 9)).toBeNull();
    expect((await store.mailState()).sent).toBe(3);
    await store.clearSettled(NOON + 100, 100);
    expect((await store.mailState()).sent).toBe(2);
  });

  test('an attempt that goes on, in whichever process, counts for the hour until its process must have died', async () => {
    const store = await open();
    const [first, second] = [newRequest(), newRequest()];
    await store.insertSignup(signup({ email: 'a@a.example' }), first);
    await store.insertSignup(signup({ email: 'b@a.example' }), second);
    await store.startAttempt(first.id, { now: NOON, dueAt: NOON });
    const dueAt = NOON + GOES_ON_MS;
    await store.settleMessage(first.id, { outcome: 'retry', dueAt, reason: GOES_ON });
    const freeAt = async (now: number, hourly: number) =>
      (await store.nextMessage({ ...at(now), hourly })).freeAt;
    expect([await freeAt(NOON, 1), await freeAt(NOON, 2)]).toEqual([NOON + MINUTE_MS, null]);
    expect(await freeAt(dueAt, 1)).toBeNull();
  });

  test('what is beyond a quarter of the hour is spread over it, unless it is few', async () => {
    const store = await open();
    for (let sent = 0; sent <= 12; sent++) {
      const request = newRequest();
      await store.insertSignup(signup({ email: `p${sent}@a.example` }), request);
      if (sent < 12) {
        await store.settleMessage(request.id, { outcome: 'sent', at: NOON + sent });
      }
    }
    const freeAt = async (now: number, hourly: number) =>
      (await store.nextMessage({ ...at(now), hourly })).freeAt;
    const spread = NOON + 11 + HOUR_MS / 36;
    expect(await freeAt(NOON + 100, 48)).toBe(spread);
    expect(await freeAt(spread, 48)).toBeNull();
    expect(await freeAt(NOON + 100, 12)).toBe(NOON + HOUR_MS);
    expect(await freeAt(NOON + 100, 40)).toBeNull();
    expect(await freeAt(NOON + 100, 49)).toBeNull();
  });

  test('a quarter of the hour is kept for the first messages of clients', async () => {
    const store = await open();
    const queue = async (name: string, priority: number) => {
      const request = newRequest({ priority });
      await store.insertSignup(signup({ email: `${name}@a.example` }), request);
      return request.id;
    };
    for (const name of ['a', 'b', 'c']) {
      await store.settleMessage(await queue(name, -101), { outcome: 'sent', at: NOON });
    }
    const next = async () => {
      const { message, freeAt } = await store.nextMessage({ ...at(NOON + 100), hourly: 4 });
      return [message?.id, freeAt];
    };
    const again = await queue('d', -100);
    expect(await next()).toEqual([again, NOON + 3_600_000]);
    const first = await queue('e', -99);
    expect(await next()).toEqual([first, null]);
    await store.settleMessage(first, { outcome: 'sent', at: NOON });
    await queue('f', 0);
    expect(await next()).toEqual([expect.any(String), NOON + 3_600_000]);
  });

  test('of what is due, the highest priority goes first, then what came last, however often it was tried; a wrong clock holds none back', async () => {
    const store = await open();
    const queue = async (name: string, priority: number, due = 0) => {
      const request = newRequest({ priority, dueAt: NOON + due });
      await store.insertSignup(signup({ email: `${name}@a.example` }), request);
      return request.id;
    };
    const low = await queue('a', -1, 9);
    const early = await queue('b', 0, 1);
    const late = await queue('c', 0, 2);
    await queue('d', 0, 99);
    const next = async (passOver?: string) =>
      (await store.nextMessage({ ...at(NOON + 10), passOver: passOver ?? null })).message?.id;
    expect([await next(), await next(late)]).toEqual([late, early]);
    expect(await store.startAttempt(late, { now: NOON, dueAt: NOON + 3 })).toBe(true);
    expect(await next()).toBe(late);
    for (const id of [late, early]) {
      await store.settleMessage(id, { outcome: 'sent', at: NOON });
      expect(await store.startAttempt(id, { now: NOON, dueAt: NOON })).toBe(false);
    }
    expect([await next(), await next(low)]).toEqual([low, low]);
    const ahead = NOON + 400 * DAY_MS;
    await store.settleMessage(low, { outcome: 'retry', dueAt: ahead, reason: 'x' });
    expect(await next()).toBe(low);
  });

  test('when a clock that was a day ahead is right again, what was tried meanwhile is due, once', async () => {
    const store = await open();
    const ahead = NOON + 21 * HOUR_MS;
    const request = newRequest();
    await store.insertSignup(signup(), request);
    const retry = (from: number) => {
      const dueAt = from + 16 * HOUR_MS;
      return store.settleMessage(request.id, { outcome: 'retry', dueAt, reason: '450' });
    };
    const next = async () => (await store.nextMessage(at(NOON + 10))).message?.id;
    await store.seeTime(NOON);
    await store.seeTime(ahead);
    await retry(NOON + 5 * HOUR_MS); // no later than what may be
    expect(await next()).toBeUndefined();
    await store.seeTime(NOON + 10);
    expect(await next()).toBe(request.id);
    await retry(NOON);
    await store.seeTime(NOON + 60_000);
    expect(await next()).toBeUndefined();
  });

  test('who asks again moves the message that waits to the earlier of both turns, and never back', async () => {
    const store = await open();
    const ask = (priority: number, due: number) => {
      const request = newRequest({ priority, dueAt: NOON + due });
      return store.insertSignup(signup({ email: 'jane@a.example' }), request);
    };
    await ask(-9, 3_600_000); // a stranger
    await store.insertSignup(signup({ email: 'john@a.example' }), newRequest({ priority: -1 }));
    const next = async () => (await store.nextMessage(at(NOON + 10))).message?.signup?.email;
    expect(await next()).toBe('john@a.example');
    expect(await ask(0, 5)).toBe('repeated');
    expect(await next()).toBe('jane@a.example');
    await ask(-20, 7_200_000);
    expect(await next()).toBe('jane@a.example');
  });

  test('a refused receiver counts as a message of the hour', async () => {
    const store = await open();
    const [refused, tried] = [newRequest(), newRequest()];
    await store.insertSignup(signup({ email: 'a@a.example' }), refused);
    await store.insertSignup(signup({ email: 'b@a.example' }), tried);
    const freeAt = async () => (await store.nextMessage({ ...at(NOON + 10), hourly: 1 })).freeAt;
    await store.settleMessage(tried.id, { outcome: 'retry', dueAt: NOON + 5, reason: '450' });
    expect(await freeAt()).toBeNull();
    await store.settleMessage(refused.id, { outcome: 'refused', at: NOON + 9, reason: '550' });
    expect(await freeAt()).toBe(NOON + 9 + 3_600_000);
  });

  test.each(['mail', 'webhook-a'])(
    'what a clock that was days ahead has written to %s is due once the clock is right',
    async (recipient) => {
      const store = await open();
      const days = (count: number) => NOON + count * DAY_MS;
      const queue = async (time: number) => {
        const made = { recipient, kind: 'alert.raised', payload: {}, at: time };
        const one = { id: newId(), ...made };
        await store.mark({ name: 'told:x', value: one.id, at: NOON }, { notices: [one] });
        return one.id;
      };
      const next = async (now: number) =>
        (await store.nextMessage({ ...at(now), recipient })).message?.id;
      const before = await queue(NOON);
      const retry = (dueAt: number) =>
        store.settleMessage(before, { outcome: 'retry', dueAt, reason: '500' });
      await retry(days(1)); // as long as a receiver may ask for
      expect(await next(NOON + 60)).toBeUndefined();
      await retry(days(3));
      expect(await next(NOON + 60)).toBe(before);
      await store.settleMessage(before, { outcome: 'sent', at: NOON });
      const meanwhile = await queue(days(3));
      expect(await next(NOON + 60)).toBe(meanwhile);
    },
  );

  test('a mailbox gets three messages a day, whatever its address, and the others do not wait', async () => {
    const store = await open();
    const addresses = [
      'jane@gmail.com',
      'j.ane@googlemail.com',
      'jane+a@gmail.com',
      'jane+b@gmail.com',
    ];
    for (const email of addresses) await store.insertSignup(signup({ email }), newRequest());
    await store.insertSignup(signup({ email: 'jane@a.example' }), newRequest({ priority: -9 }));
    const sent: string[] = [];
    const sendAll = async (now: number) => {
      for (;;) {
        const { message } = await store.nextMessage(at(now));
        if (!message) return sent.splice(0);
        const { id, signup: person } = message;
        if (!(await store.startAttempt(id, { now, dueAt: now }))) continue;
        sent.push(person?.email ?? '');
        await store.settleMessage(id, { outcome: 'sent', at: now });
      }
    };
    expect((await sendAll(NOON)).sort()).toEqual(
      ['j.ane@googlemail.com', 'jane+a@gmail.com', 'jane+b@gmail.com', 'jane@a.example'].sort(),
    );
    expect((await store.nextMessage(at(NOON))).dueAt).toBe(NOON + DAY_MS);
    // Also what a wrong clock has set to a time far ahead: otherwise it would be taken again and again.
    const ahead = newRequest({ dueAt: NOON + 400 * DAY_MS });
    await store.insertSignup(signup({ email: 'jane+c@gmail.com' }), ahead);
    expect(await sendAll(NOON + 1)).toEqual([]);
    await store.settleMessage(ahead.id, { outcome: 'refused', at: NOON, reason: 'x' });
    // Somebody else asks for the same mailbox: of two that wait, the one whose client asked for less goes first.
    const own = newRequest({ at: NOON + 5, priority: 1 });
    await store.insertSignup(signup({ email: 'jane+own@gmail.com' }), own);
    expect(await sendAll(NOON + DAY_MS - 1)).toEqual([]);
    expect(await sendAll(NOON + DAY_MS)).toEqual(['jane+own@gmail.com', 'jane@gmail.com']);
  });

  test('what expired before it could be sent is given up, and the lowest priority of what is too much', async () => {
    const store = await open();
    const queue = async (name: string, request = newRequest()) => {
      await store.insertSignup(signup({ email: `${name}@a.example` }), request);
      return request.id;
    };
    const old = await queue('old', newRequest({ at: NOON - 7 * DAY_MS - 1 }));
    const last = await queue('last', newRequest({ priority: -9 }));
    for (const name of ['a', 'b']) await queue(name);
    expect(await store.countMailBefore(NOON)).toBe(1);
    expect(await store.dropUnsendable(NOON, 2)).toBe(2);
    expect(await store.mailState()).toMatchObject({ waiting: 2, givenUp: 2 });
    for (const id of [old, last])
      expect(await store.startAttempt(id, { now: NOON, dueAt: NOON })).toBe(false);
    expect((await store.mailReasons()).map(({ reason }) => reason).join()).toMatch(
      /^not sent.*not sent/,
    );
    expect(await store.dropUnsendable(NOON, 2)).toBe(0);
    expect((await store.countRows()).signups).toBe(4);
  });
}
