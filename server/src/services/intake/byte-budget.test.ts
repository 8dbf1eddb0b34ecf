import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { createCounters } from '../../counters.ts';
import { createByteBudget } from './byte-budget.ts';

async function open(free: number | null) {
  const clock = { now: DAY_MS };
  const refused: string[] = [];
  const budget = createByteBudget({
    counter: createCounters({ now: () => clock.now, later: () => {} }),
    now: () => clock.now,
    freeBytes: async () => free,
    onRefused: (whose) => refused.push(whose),
    enabled: true,
  });
  budget.take('first', 0);
  await Promise.resolve(); // the free space is known
  return { ...budget, clock, refused };
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
  expect([take('n48.n56.a', 1e9), take('n48.m56.b', 1), take('m48.n56.a', 1)]).toEqual([0, 60, 0]);
  giveBack('n48.m56.c', 1);
  expect(take('n48.m56.b', 1)).toBe(0);
});

test('all clients together may fill a quarter of the free space in a day', async () => {
  const { take, clock, refused } = await open(4_000);
  expect([take('jane', 600), take('john', 400), take('ada', 1)]).toEqual([0, 0, 60]);
  expect(refused).toEqual(['site']);
  clock.now += DAY_MS;
  expect(take('ada', 1)).toBe(0);
});
