import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlices } from './slices.ts';

const db = { open: true };

const busyFor = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('a caller with few steps does not wait for callers with many', async () => {
  const slices = createSlices(db);
  const order: string[] = [];
  const runAll = async (name: string, count: number) => {
    for (let done = 0; done < count; done++) await slices.run(() => void order.push(name));
  };
  await Promise.all([runAll('many', 100), runAll('few', 2)]);
  expect(order.slice(0, 4)).toEqual(['many', 'few', 'many', 'few']);
});

test('between slices the event loop runs other work, however many steps wait', async () => {
  const slices = createSlices(db);
  let isDone = false;
  const all = Array.from({ length: 50 }, () => slices.run(() => busyFor(5)));
  const working = Promise.all(all).then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await nextTurn();
  await working;
  expect(turns).toBeGreaterThan(40);
});

test('a failing step rejects for its own caller only', async () => {
  const slices = createSlices(db);
  const fails = slices.run(() => {
    throw new Error('no');
  });
  const works = slices.run(() => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await works).toBe('yes');
});
