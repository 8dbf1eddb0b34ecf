import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import {
  type ConfirmationRequest,
  GOES_ON,
  GOES_ON_MS,
  type OutboxQueue,
} from '../../store/mail-store.ts';
import {
  markSent,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';

/** A store with an empty outbox. */
async function openQueue(open: Open) {
  const store = await open();
  let people = 0;
  /** Asks somebody to confirm, who is a stranger unless the address says otherwise. Returns the id of the message. */
  const ask = async (change: Partial<ConfirmationRequest> = {}, email = `${++people}@a.test`) => {
    const request = newRequest(change);
    await store.insertSignup(signup({ email }), request);
    return request.id;
  };
  const next = async (now: number, change: Partial<OutboxQueue> = {}) =>
    store.nextMessage({ recipient: 'mail', now, hourly: 200, ...change });
  return {
    store,
    ask,
    next,
    nextId: async (now: number, change: Partial<OutboxQueue> = {}) =>
      (await next(now, change)).message?.id,
    freeAt: async (now: number, hourly: number) => (await next(now, { hourly })).freeAt,
    retry: (id: string, dueAt: number, reason = '450') =>
      store.settleMessage(id, { outcome: 'retry', dueAt, reason }),
  };
}

/** Which message leaves next, and when. */
export function mailOrderContract(open: Open) {
  test('the hourly limit counts messages whose signup was erased, refused receivers, and no time in the future', async () => {
    const { store, ask, freeAt, retry } = await openQueue(open);
    const [first, second, third] = [await ask({}, 'a@a.example'), await ask(), await ask()];
    await markSent(store, first);
    await store.settleMessage(second, { outcome: 'refused', at: NOON + 60, reason: '550' });
    await store.eraseSignups('a@a.example', NOON);
    await retry(third, NOON + 5);
    expect(await freeAt(NOON + HOUR_MS, 1)).toBe(NOON + 60 + HOUR_MS);
    expect(await freeAt(NOON + 100, 2)).toBe(NOON + HOUR_MS);
    expect(await freeAt(NOON + 100, 3)).toBeNull();
    expect(await freeAt(NOON + 60 + HOUR_MS, 2)).toBeNull();
    await markSent(store, third, NOON + 90 * DAY_MS);
    expect(await freeAt(NOON + 100, 9)).toBeNull();
    expect((await store.mailState()).sent).toBe(2);
    await store.clearSettled(NOON + 100);
    expect((await store.mailState()).sent).toBe(1);
  });

  test('an attempt that goes on, in whichever process, counts for the hour until its process must have died', async () => {
    const { store, ask, freeAt, retry } = await openQueue(open);
    const first = await ask();
    await ask();
    await store.startAttempt(first, { now: NOON, dueAt: NOON });
    await retry(first, NOON + GOES_ON_MS, GOES_ON);
    expect([await freeAt(NOON, 1), await freeAt(NOON, 2)]).toEqual([NOON + HOUR_MS, null]);
    expect(await freeAt(NOON + GOES_ON_MS, 1)).toBeNull();
  });

  test('of what is due, the highest priority goes first, then what came last, however often it was tried', async () => {
    const { store, ask, nextId } = await openQueue(open);
    const low = await ask({ priority: -1, dueAt: NOON + 9 });
    const early = await ask({ dueAt: NOON + 1 });
    const late = await ask({ dueAt: NOON + 2 });
    await ask({ dueAt: NOON + 99 });
    const first = (passOver: string | null = null) => nextId(NOON + 10, { passOver });
    expect([await first(), await first(late)]).toEqual([late, early]);
    expect(await store.startAttempt(late, { now: NOON, dueAt: NOON + 3 })).toBe(true);
    expect(await first()).toBe(late);
    for (const id of [late, early]) {
      await markSent(store, id);
      expect(await store.startAttempt(id, { now: NOON, dueAt: NOON })).toBe(false);
    }
    expect([await first(), await first(low)]).toEqual([low, low]);
  });

  test('who asks again moves the message that waits to the earlier of both turns, and never back', async () => {
    const { store, ask, nextId } = await openQueue(open);
    const own = await ask({ priority: -9, dueAt: NOON + HOUR_MS }, 'jane@a.example'); // a stranger
    const other = await ask({ priority: -1 });
    expect(await nextId(NOON + 10)).toBe(other);
    const again = newRequest({ dueAt: NOON + 5 });
    expect(await store.insertSignup(signup({ email: 'jane@a.example' }), again)).toBe('repeated');
    expect(await nextId(NOON + 10)).toBe(own);
    await ask({ priority: -20, dueAt: NOON + 2 * HOUR_MS }, 'jane@a.example');
    expect(await nextId(NOON + 10)).toBe(own);
  });

  test.each(['mail', 'webhook-a'])(
    'what a clock that was days ahead has written to %s is due once the clock is right',
    async (recipient) => {
      const { store, nextId, retry } = await openQueue(open);
      const queue = async (at: number) => {
        const one = { id: newId(), recipient, kind: 'alert.raised', payload: {}, at };
        await store.mark({ name: 'told:x', value: one.id, at: NOON }, { notices: [one] });
        return one.id;
      };
      const before = await queue(NOON);
      await retry(before, NOON + DAY_MS); // as long as a receiver may ask for
      expect(await nextId(NOON + 60, { recipient })).toBeUndefined();
      await retry(before, NOON + 3 * DAY_MS);
      expect(await nextId(NOON + 60, { recipient })).toBe(before);
      await markSent(store, before);
      const meanwhile = await queue(NOON + 3 * DAY_MS);
      expect(await nextId(NOON + 60, { recipient })).toBe(meanwhile);
      await retry(meanwhile, NOON + DAY_MS);
      expect(await nextId(NOON + 60, { recipient })).toBeUndefined();
    },
  );

  test.each([
    ['hours', 2 * HOUR_MS],
    ['days', 3 * DAY_MS],
  ])('what a clock that was %s ahead has made waits after an attempt', async (_, aheadMs) => {
    const { store, ask, nextId, retry } = await openQueue(open);
    const id = await ask({ at: NOON + aheadMs, dueAt: NOON + aheadMs });
    await store.startAttempt(id, { now: NOON, dueAt: NOON });
    await retry(id, NOON + DAY_MS);
    expect(await nextId(NOON + 60)).toBeUndefined();
    expect(await nextId(NOON + DAY_MS)).toBe(id);
  });

  test('what a clock that was ahead has made waits for its mailbox', async () => {
    const { store, ask, nextId } = await openQueue(open);
    for (const tag of ['a', 'b', 'c']) {
      await markSent(store, await ask({}, `jane+${tag}@gmail.com`), NOON);
    }
    const at = NOON + 3 * DAY_MS;
    const id = await ask({ at, dueAt: at }, 'jane@gmail.com');
    expect(await nextId(NOON + 60)).toBe(id);
    expect(await store.startAttempt(id, { now: NOON + 60, dueAt: NOON + 60 })).toBe(false);
    expect(await nextId(NOON + 60)).toBeUndefined();
    expect(await nextId(NOON + DAY_MS)).toBe(id);
  });

  test('a mailbox gets three messages a day, whatever its address, and the others do not wait', async () => {
    const { store, ask, next } = await openQueue(open);
    const all = ['jane@gmail.com', 'j.ane@googlemail.com', 'jane+a@gmail.com', 'jane+b@gmail.com'];
    for (const email of all) await ask({}, email);
    await ask({ priority: -9 }, 'jane@a.example');
    const sent: string[] = [];
    const sendAll = async (now: number) => {
      for (;;) {
        const { message } = await next(now);
        if (!message) return sent.splice(0);
        const { id, signup: person } = message;
        if (!(await store.startAttempt(id, { now, dueAt: now }))) continue;
        sent.push(person?.email ?? '');
        await markSent(store, id, now);
      }
    };
    const others = all.slice(1);
    expect((await sendAll(NOON)).sort()).toEqual([...others, 'jane@a.example'].sort());
    expect((await next(NOON)).dueAt).toBe(NOON + DAY_MS);
    // Also what a wrong clock has set to a time far ahead: otherwise it would be taken again and again.
    const ahead = await ask({ dueAt: NOON + 400 * DAY_MS }, 'jane+c@gmail.com');
    expect(await sendAll(NOON + 1)).toEqual([]);
    await store.settleMessage(ahead, { outcome: 'refused', at: NOON, reason: 'x' });
    // Somebody else asks for the same mailbox: of two that wait, the one whose client asked for less goes first.
    await ask({ at: NOON + 5, priority: 1 }, 'jane+own@gmail.com');
    expect(await sendAll(NOON + DAY_MS - 1)).toEqual([]);
    expect(await sendAll(NOON + DAY_MS)).toEqual(['jane+own@gmail.com', 'jane@gmail.com']);
  });

  test('what expired before it could be sent is given up', async () => {
    const { store, ask } = await openQueue(open);
    const old = await ask({ at: NOON - 7 * DAY_MS - 1 });
    await ask({ at: NOON - 7 * DAY_MS });
    expect(await store.dropUnsendable(NOON)).toBe(1);
    expect(await store.mailState()).toMatchObject({ waiting: 1, givenUp: 1 });
    expect(await store.startAttempt(old, { now: NOON, dueAt: NOON })).toBe(false);
    expect(await store.mailReasons()).toHaveLength(1);
    expect(await store.dropUnsendable(NOON)).toBe(0);
    expect((await store.countRows()).signups).toBe(2);
  });
}
