import { expect, test } from 'vitest';
import { createTimeSlices } from './time-slices.ts';

test('large jobs alternate, one slice in each event-loop iteration', async () => {
  let now = 0;
  const begin = createTimeSlices(() => now);
  const log: string[] = [];
  const work = async (name: string) => {
    const slice = begin();
    for (let piece = 0; piece < 3; piece++) {
      await slice.next();
      expect(slice.isOver()).toBe(false);
      while (!slice.isOver()) now += 1;
      log.push(name);
    }
  };
  let between = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; between++) await new Promise(setImmediate);
  })();
  await Promise.all([work('a'), work('b')]);
  isDone = true;
  await others;
  expect(log).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(between).toBeGreaterThanOrEqual(5);
});

test('clients alternate, however much work each of them has', async () => {
  let now = 0;
  const begin = createTimeSlices(() => now);
  const log: string[] = [];
  const work = async (client: string) => {
    await begin(client).next();
    log.push(client);
    now += 1;
  };
  await Promise.all([...Array(20).fill('hostile'), 'visitor'].map(work));
  expect(log.indexOf('visitor')).toBe(1);
});

test('short jobs share a slice', async () => {
  let now = 0;
  const begin = createTimeSlices(() => now);
  const seen: number[] = [];
  let turn = 0;
  let isDone = false;
  const count = (async () => {
    for (; !isDone; turn++) await new Promise(setImmediate);
  })();
  const work = async () => {
    await begin().next();
    await null; // steps of one job
    now += 1;
    seen.push(turn);
  };
  await Promise.all(Array.from({ length: 20 }, work));
  isDone = true;
  await count;
  const perTurn = [...new Set(seen)].map((one) => seen.filter((other) => other === one).length);
  expect(Math.max(...perTurn)).toBe(5);
});
