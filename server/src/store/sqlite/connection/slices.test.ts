import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlices } from './slices.ts';

const busyFor = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('who has few steps to run does not wait for those who have many', async () => {
  const slices = createSlices();
  const order: string[] = [];
  const runAll = async (name: string, count: number) => {
    for (let done = 0; done < count; done++) await slices.run(() => void order.push(name));
  };
  await Promise.all([runAll('many', 100), runAll('few', 2)]);
  expect(order.slice(0, 4)).toEqual(['many', 'few', 'many', 'few']);
});

test('between slices others get turns of the event loop, however many steps wait', async () => {
  const slices = createSlices(1);
  let isDone = false;
  const all = Array.from({ length: 50 }, () => slices.run(() => busyFor(1)));
  const working = Promise.all(all).then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await nextTurn();
  await working;
  expect(turns).toBeGreaterThan(40);
});

test('a step that fails fails for its caller alone', async () => {
  const slices = createSlices();
  const fails = slices.run(() => {
    throw new Error('no');
  });
  const works = slices.run(() => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await works).toBe('yes');
});
