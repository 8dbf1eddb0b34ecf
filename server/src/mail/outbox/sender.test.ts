import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NOON } from '../../store/testing/store-contract-data.ts';
import { soon } from '../../testing/sites/outbox-site.ts';
import { sqliteTest } from '../../testing/test-database.ts';
import type { SendOutcome } from './send-outcome.ts';
import { DOWN, LATER, openSender, RETRY_MS } from './testing/open-sender.ts';

test('it looks when a message is due, and every 30 s for those of other processes', async () => {
  const { clock, sender, asked, queue, rests, attempt } = await openSender();
  const status = () => sender.status().state;
  await queue(NOON + 5_000);
  expect(status()).toBe('stopped');
  sender.start();
  expect(status()).toBe('idle');
  clock.advance(0);
  await rests();
  clock.advance(4_999);
  expect(clock.timers()).toBe(1);
  clock.advance(1);
  const first = await attempt(1);
  expect(status()).toBe('sending');
  first.end({ outcome: 'sent' });
  await rests();
  expect(status()).toBe('idle');
  await queue();
  clock.advance(29_999);
  expect([clock.timers(), asked.length]).toEqual([1, 1]);
  clock.advance(1);
  (await attempt(2)).end({ outcome: 'sent' });
  await rests();
  await queue();
  sender.wake();
  (await attempt(3)).end({ outcome: 'sent' });
});

test('while another process sends, it looks again after a second', async () => {
  const { clock, sender, other, queue, rests, attempt } = await openSender();
  other.sends = true;
  sender.start();
  await queue();
  sender.wake();
  clock.advance(0);
  await rests();
  expect(sender.status().state).toBe('idle');
  other.sends = false;
  clock.advance(999);
  expect(clock.timers()).toBe(1);
  clock.advance(1);
  (await attempt(1)).end({ outcome: 'sent' });
});

test.each([
  [2, 0],
  [3, 3 * RETRY_MS],
])('a message whose process died %i times is sent again after %i ms', async (times, delayMs) => {
  const { store, clock, sender, queue, attempt } = await openSender();
  const id = await queue();
  for (let count = 0; count < times; count++)
    await store.startAttempt(id, { now: clock.now(), dueAt: clock.now() });
  sender.start();
  await attempt(1);
  const next = { recipient: 'mail', now: clock.now(), hourly: null };
  const { message, dueAt } = await store.nextMessage(next);
  expect(message?.id ?? dueAt).toBe(delayMs === 0 ? id : clock.now() + delayMs);
});

test('what nobody need try is given up every 30 s', async () => {
  const tidied: number[] = [];
  const { clock, sender, rests } = await openSender(() => ({
    tidy: async (at) => void tidied.push(at),
  }));
  sender.start();
  for (const ms of [0, 10_000, 19_999, 1]) {
    clock.advance(ms);
    sender.wake();
    clock.advance(0);
    await rests();
  }
  expect(tidied).toEqual([NOON, NOON + 30_000]);
});

test('an outage is shown until a message is sent, also while another process sends; the next message waits for the end of the pause', async () => {
  const { clock, sender, other, asked, queue, rests, attempt, store } = await openSender(() => ({
    // Due again before the pause is over, like the other one.
    settlementOf: ({ outcome }, _, at) =>
      outcome === 'sent' ? { outcome, at } : { outcome: 'retry', dueAt: at, reason: '' },
  }));
  const ids = [await queue(), await queue()];
  sender.start();
  (await attempt(1)).end(DOWN);
  await rests();
  const failing = { state: 'failing', reason: 'down' };
  expect(sender.status()).toEqual(failing);
  sender.wake(); // the pause is 10 s
  clock.advance(0);
  await rests();
  clock.advance(9_999);
  await rests();
  expect(asked).toHaveLength(1);
  other.sends = true;
  clock.advance(1);
  await rests();
  expect(sender.status()).toEqual(failing);
  other.sends = false;
  clock.advance(1_000);
  const second = await attempt(2);
  expect(asked.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(sender.status()).toEqual(failing);
  second.end({ outcome: 'sent' });
  (await attempt(3)).end({ outcome: 'sent' });
  await rests();
  expect(sender.status()).toEqual({ state: 'idle', reason: null });
  expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 2 });
});

// On PostgreSQL the clock could move while the second result is being stored.
sqliteTest(
  'attempts that go on together, and find out that nothing can be sent, cause one pause',
  async () => {
    const { clock, sender, asked, attempts, queue, rests, attempt } = await openSender();
    for (let count = 0; count < 2; count++) await queue();
    sender.start();
    for (const count of [1, 2]) (await attempt(count)).yieldTurn();
    await rests();
    for (const { end } of asked) end(DOWN);
    await soon(() => expect(attempts).toEqual(['unreachable', 'unreachable']));
    expect(sender.status()).toEqual({ state: 'failing', reason: 'down' });
    await queue();
    sender.wake(); // the pause is 10 s
    clock.advance(9_999);
    await rests();
    expect(asked).toHaveLength(2);
    clock.advance(1);
    await attempt(3);
  },
);

test('a message that comes while it looks for one is sent at once', async () => {
  let comes = async () => {};
  const { sender, queue, attempt } = await openSender((store) => ({
    store: {
      ...store,
      async nextMessage(asked) {
        const next = await store.nextMessage(asked);
        if (!next.message) await comes();
        return next;
      },
    },
  }));
  await queue();
  sender.start();
  const first = await attempt(1);
  comes = async () => {
    comes = async () => {};
    await queue();
    sender.wake();
  };
  first.end({ outcome: 'sent' });
  (await attempt(2)).end({ outcome: 'sent' }); // the clock stands still
});

test.each([
  [LATER, 'idle'],
  [{ ...LATER, isAboutUs: true }, 'failing'],
  [{ outcome: 'refused', reason: 'no' }, 'idle'],
] as const)('after the answer %o it is %s', async (result, state) => {
  const { sender, queue, rests, attempt } = await openSender();
  await queue();
  sender.start();
  (await attempt(1)).end(result);
  await rests();
  expect(sender.status().state).toBe(state);
});

test('a receiver that refused us is well only once it takes a message', async () => {
  const { sender, queue, rests, attempt } = await openSender();
  const end = async (count: number, result: SendOutcome) => {
    await queue();
    sender.wake();
    (await attempt(count)).end(result);
    await rests();
    return sender.status().state;
  };
  sender.start();
  expect(await end(1, { ...LATER, isAboutUs: true })).toBe('failing');
  expect(await end(2, LATER)).toBe('failing');
  expect(await end(3, { outcome: 'sent' })).toBe('idle');
});

test.each([
  ['slow', 'last'],
  ['last', 'slow'],
] as const)(
  'while one attempt goes on, the next message is sent; a stop waits for all that are on their way: the %s one, then the %s one',
  async (...order) => {
    const { store, sender, queue, attempt } = await openSender();
    for (let count = 0; count < 3; count++) await queue();
    sender.start();
    const slow = await attempt(1);
    slow.yieldTurn();
    (await attempt(2)).end({ outcome: 'sent' });
    const underWay = { slow, last: await attempt(3) };
    expect(await store.mailState()).toMatchObject({ sent: 1 });
    let isStopped = false;
    const stopped = sender.stop().then(() => {
      isStopped = true;
    });
    for (const name of order) {
      for (let turn = 0; turn < 50; turn++) await nextTurn();
      expect(isStopped).toBe(false);
      underWay[name].end({ outcome: 'sent' });
    }
    await stopped;
    expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 3 });
  },
);
