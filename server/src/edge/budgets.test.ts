import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { createByteBudget, createCounters, type Stored, uncounted } from './budgets.ts';

async function open(free: number | null, isCounted = true) {
  const clock = { now: DAY_MS };
  const refused: string[] = [];
  const disk = { free, looks: 0 };
  const budget = createByteBudget({
    counter: isCounted ? createCounters({ now: () => clock.now }) : uncounted,
    now: () => clock.now,
    freeBytes: async () => {
      disk.looks += 1;
      return disk.free;
    },
    onRefused: (whose) => refused.push(whose),
  });
  budget.take('first', 0, 'events');
  await Promise.resolve(); // the free space is known
  const take = (client: string, bytes: number, what: Stored = 'events') =>
    budget.take(client, bytes, what);
  return { ...budget, take, clock, refused, disk };
}

test('a client may have 1 GB stored in a day, without what was given back', async () => {
  const { take, giveBack, clock, refused } = await open(null);
  expect(take('jane', 1e9)).toBe(0);
  expect([take('jane', 1), take('john', 1)]).toEqual([60, 0]);
  giveBack('jane', 10);
  expect([take('jane', 10), take('jane', 1)]).toEqual([0, 60]);
  expect(refused).toEqual(['client', 'client']);
  clock.now += DAY_MS - 5_000;
  expect(take('jane', 1)).toBe(5);
  clock.now += 5_000;
  expect(take('jane', 1)).toBe(0);
});

test('all networks of 48 bits count as one client', async () => {
  const { take, giveBack } = await open(null);
  expect([take('n48.a', 1e9), take('n48.b', 1), take('m48.a', 1)]).toEqual([0, 60, 0]);
  giveBack('n48.c', 1);
  expect(take('n48.b', 1)).toBe(0);
});

test('all clients together may fill a quarter of the free space in a day, with signups a half, and one an eighth of the quarter', async () => {
  const { take, clock, refused } = await open(32_000);
  expect([take('jane', 1_000), take('jane', 1)]).toEqual([0, 60]);
  for (let client = 0; client < 7; client++) expect(take(`${client}`, 1_000)).toBe(0);
  expect(refused).toEqual(['client']);
  expect([take('ada', 1), take('ada', 1, 'consent')]).toEqual([60, 60]);
  for (let client = 10; client < 18; client++) expect(take(`${client}`, 1_000, 'signup')).toBe(0);
  expect(take('eve', 1, 'signup')).toBe(60);
  expect(refused).toEqual(['client', 'site', 'site', 'site']);
  clock.now += DAY_MS - 5_000;
  expect(take('ada', 1)).toBe(5);
  clock.now += 5_000;
  expect(take('ada', 1)).toBe(0);
});

test('what was not stored leaves its room in the day of the site to others', async () => {
  const { take, giveBack } = await open(800);
  for (let client = 0; client < 8; client++) take(`${client}`, 25);
  giveBack('0', 25);
  expect(take('ada', 25)).toBe(0);
  expect(take('bob', 25)).toBe(60);
});

test('who frees space is not told to wait until the next day, and the disk is asked once a minute', async () => {
  const { take, clock, disk } = await open(800);
  clock.now += 60_000;
  for (let client = 0; client < 8; client++) take(`${client}`, 25);
  expect([take('ada', 25), disk.looks]).toEqual([60, 1]);
  disk.free = 625; // nothing was freed
  take('ada', 0);
  take('ada', 0);
  await Promise.resolve();
  expect([take('ada', 25), disk.looks]).toEqual([60, 2]);
  clock.now += 60_000;
  disk.free = 8_000;
  take('ada', 0);
  await Promise.resolve();
  clock.now += 60_000;
  expect([take('ada', 25), disk.looks]).toEqual([0, 3]);
});

test.each([DAY_MS + 1_000, -1])(
  'a day ends by the clock, which may be set back: %d ms',
  async (ms) => {
    const { take, clock, disk } = await open(800);
    for (let client = 0; client < 8; client++) take(`${client}`, 25);
    clock.now += ms;
    disk.free = 625;
    take('ada', 0);
    await Promise.resolve();
    expect(take('ada', 10)).toBe(0);
  },
);

test('a clock that is set back within a day delays no look at the disk', async () => {
  const { take, clock, disk } = await open(800);
  clock.now += DAY_MS / 2;
  for (let client = 0; client < 8; client++) take(`${client}`, 25);
  expect(take('ada', 25)).toBe(60);
  disk.free = 625; // nothing was freed
  take('ada', 0);
  await Promise.resolve();
  expect([take('ada', 25), disk.looks]).toEqual([60, 2]);
  clock.now -= DAY_MS / 4;
  disk.free = 8_000;
  take('ada', 0);
  await Promise.resolve();
  expect([take('ada', 25), disk.looks]).toEqual([0, 3]);
});

test('with RATE_LIMITS=off nothing is counted', async () => {
  const { take } = await open(null, false);
  expect(take('jane', 1e12)).toBe(0);
});
