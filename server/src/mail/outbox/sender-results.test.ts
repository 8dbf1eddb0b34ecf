import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import type { MessageSettlement } from '../../store/mail-store.ts';
import { NOON } from '../../store/testing/store-contract-data.ts';
import { soon } from '../../testing/sites/outbox-site.ts';
import { DOWN, LATER, openSender } from './testing/open-sender.ts';

const SENT = { outcome: 'sent' } as const;
const REFUSES = { ...LATER, isAboutUs: true };
/** Of a line of the log. */
const OF_DISK = /"recipient":"mail","error":"Error"/;

/** A store whose messages are those of a mailing. */
const ofMailing = (store: SiteStore) => ({
  store: {
    ...store,
    async nextMessage(...asked: Parameters<SiteStore['nextMessage']>) {
      const next = await store.nextMessage(...asked);
      return next.message ? { ...next, message: { ...next.message, kind: 'mailing' } } : next;
    },
  },
});

test('beyond the hourly limit messages wait: it says so once, looks every 30 s, and soon where the next may leave', async () => {
  const free = { at: NOON + 30_400 };
  const { clock, sender, looks, queue, rests, attempt, logged } = await openSender((store) => ({
    store: {
      ...store,
      async nextMessage(asked) {
        const next = await store.nextMessage(asked);
        return { ...next, freeAt: free.at > asked.now ? free.at : null };
      },
    },
  }));
  await queue();
  sender.start();
  for (const [ms, count] of [
    [0, 1],
    [29_999, 1],
    [1, 2],
    [999, 2],
  ] as const) {
    clock.advance(ms);
    await rests();
    expect(looks).toHaveLength(count);
  }
  const reason = 'what an hour may have is sent';
  expect(sender.status()).toEqual({ state: 'limited', reason });
  clock.advance(1);
  const first = await attempt(1);
  expect(sender.status().state).toBe('limited'); // still the news
  first.end(SENT);
  await rests();
  expect([sender.status().state, logged('mail waits').length]).toEqual(['idle', 1]);
  free.at = clock.now() + HOUR_MS;
  await queue();
  sender.wake();
  clock.advance(0);
  await rests();
  expect([sender.status().state, logged('mail waits').length]).toEqual(['limited', 2]);
  free.at = 0;
  sender.wake(); // a message of another kind may leave
  await attempt(2);
});

test('a store that cannot be read is asked again after 30 s', async () => {
  const { clock, disk, sender, queue, rests, attempt, logged } = await openSender();
  await queue();
  disk.fails = 'nextMessage';
  sender.start();
  sender.wake();
  clock.advance(0);
  await rests();
  expect(logged('messages cannot be read')).toEqual([expect.stringMatching(OF_DISK)]);
  disk.fails = '';
  clock.advance(29_999);
  expect(clock.timers()).toBe(1);
  clock.advance(1);
  await attempt(1);
});

test.each([
  ['refused us', SENT, 'idle'],
  ['refused us', LATER, 'failing'],
  ['refused us', REFUSES, 'failing'],
  ['refused us', DOWN, 'failing'],
  ['refused us', { outcome: 'gone', reason: 'gone' }, 'failing'],
  ['was well', LATER, 'idle'],
  ['was well', REFUSES, 'failing'],
  ['was well', { outcome: 'refused', reason: 'no' }, 'idle'],
] as const)(
  'where the receiver %s, and an attempt that went on ended with %o, it is %s',
  async (before, result, state) => {
    const { sender, queue, rests, attempt, settles } = await openSender();
    for (let count = 0; count < 2; count++) await queue();
    sender.start();
    (await attempt(1)).end(before === 'was well' ? SENT : REFUSES);
    const slow = await attempt(2);
    slow.yieldTurn();
    await rests();
    slow.end(result);
    await settles(result.outcome === 'gone' ? 2 : 3);
    expect(sender.status().state).toBe(state);
  },
);

test('a result that cannot be stored is stored at the next look', async () => {
  const { store, clock, disk, sender, queue, rests, attempt, logged } = await openSender();
  await queue();
  sender.start();
  const slow = await attempt(1);
  slow.yieldTurn();
  await rests();
  disk.fails = 'settleMessage';
  slow.end(SENT);
  await soon(() => expect(logged('a result is not recorded yet')).toHaveLength(1));
  expect(logged('a result is not recorded yet')[0]).toMatch(OF_DISK);
  expect(await store.mailState()).toMatchObject({ waiting: 1, sent: 0 });
  disk.fails = '';
  await soon(async () => {
    clock.advance(30_000);
    expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 1 });
  });
});

test.each([
  ['retry', 0, 'later'],
  ['refused', 1, 'later'],
  ['given_up', 1, 'given_up'],
] as const)(
  'a settlement %s is logged %i times, and counts as %s',
  async (outcome, times, counted) => {
    const settlement = {
      outcome,
      dueAt: NOON + HOUR_MS,
      at: NOON,
      reason: 'no',
    } as MessageSettlement;
    const { sender, attempts, queue, rests, attempt, logged } = await openSender(() => ({
      settlementOf: () => settlement,
    }));
    const id = await queue();
    sender.start();
    (await attempt(1)).end(LATER);
    await rests();
    expect(attempts).toEqual([counted]);
    const lines = logged('a message is set aside');
    expect(lines).toHaveLength(times);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ id, outcome });
  },
);

test.each([
  [LATER, false, []],
  [{ ...LATER, mayHaveArrived: true }, false, ['later']],
  [SENT, false, ['sent']],
  [LATER, true, ['later']],
] as const)(
  'while it stops, %o (of a mailing: %s) is recorded as %j',
  async (result, isMailing, recorded) => {
    const { sender, attempts, queue, attempt } = await openSender((store) =>
      isMailing ? ofMailing(store) : {},
    );
    await queue();
    sender.start();
    const last = await attempt(1);
    const stopped = sender.stop();
    last.end(result);
    await stopped;
    expect(attempts).toEqual(recorded);
  },
);

test('a stop waits for 7 s, and says which result it could not store', async () => {
  const { clock, disk, sender, queue, attempt, logged } = await openSender();
  await queue();
  sender.start();
  const last = await attempt(1);
  disk.fails = 'settleMessage';
  const stopped = sender.stop();
  clock.advance(6_999);
  expect(last.signal.aborted).toBe(false);
  clock.advance(1);
  expect(last.signal.reason).toBe('the site was stopped');
  last.end(SENT);
  await stopped;
  expect(logged('a result is lost')).toEqual([expect.stringMatching(OF_DISK)]);
});

test.each([
  [LATER, 'idle'],
  [{ ...LATER, retryAt: NOON + HOUR_MS }, 'failing'],
] as const)('after an outage the answer %o says that it is %s', async (result, state) => {
  const { clock, sender, looks, queue, rests, attempt } = await openSender();
  await queue();
  sender.start();
  (await attempt(1)).end(DOWN);
  await rests();
  const before = looks.length;
  sender.wake();
  expect(clock.timers()).toBe(1);
  clock.advance(9_999); // the pause is 10 s
  await rests();
  expect(looks).toHaveLength(before);
  await queue();
  clock.advance(1);
  (await attempt(2)).end(result);
  await rests();
  expect(sender.status().state).toBe(state);
});

test('an outage is over where no message waits any more', async () => {
  const { store, clock, sender, queue, rests, attempt } = await openSender();
  const id = await queue();
  sender.start();
  (await attempt(1)).end(DOWN);
  await rests();
  await store.eraseSignups(`${id}@a.example`, NOON);
  clock.advance(10_000);
  await rests();
  expect(sender.status()).toEqual({ state: 'idle', reason: null });
});

test('once the receiver takes a message, the next one is sent as if nothing had been', async () => {
  const { sender, queue, attempt } = await openSender();
  for (let count = 0; count < 3; count++) await queue();
  sender.start();
  (await attempt(1)).end(REFUSES);
  (await attempt(2)).end(SENT);
  await attempt(3);
  expect(sender.status()).toEqual({ state: 'sending', reason: null });
});

test('a receiver that wants nothing more is switched off', async () => {
  const switched: unknown[] = [];
  const { sender, queue, attempt, logged } = await openSender((store) => ({
    store: { ...store, switchOff: async (...off) => void switched.push(off) },
  }));
  await queue();
  sender.start();
  (await attempt(1)).end({ outcome: 'gone', reason: 'gone' });
  await soon(() => expect(sender.status()).toEqual({ state: 'off', reason: 'gone' }));
  expect(switched).toEqual([['mail', NOON]]);
  expect(logged('switched off')).toEqual([expect.stringContaining('"mail"')]);
});

test.each([
  [true, NOON],
  [false, 0],
])(
  'what a message of a mailing (%s) came to is noted for the next ones',
  async (isMailing, from) => {
    const { sender, looks, queue, rests, attempt } = await openSender((store) =>
      isMailing ? ofMailing(store) : {},
    );
    await queue();
    sender.start();
    (await attempt(1)).end(LATER);
    await rests();
    expect(looks.at(-1)?.mailingsFrom).toBe(from);
  },
);

test('a message of a mailing that goes on is in doubt, and not due again by itself', async () => {
  const settled: unknown[] = [];
  const { sender, queue, attempt } = await openSender((store) => {
    const { store: mailings } = ofMailing(store);
    return { store: { ...mailings, settleMessage: async (...all) => void settled.push(all) } };
  });
  await queue();
  sender.start();
  (await attempt(1)).yieldTurn();
  await attempt(2);
  expect(settled).toEqual([]);
});
