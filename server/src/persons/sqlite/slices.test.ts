import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlices } from './slices.ts';

// time-slices.test.ts has how callers take turns.
test('between slices the event loop runs other work, however many steps wait', async () => {
  const slices = createSlices({ open: true });
  const work = () => {
    for (const end = performance.now() + 5; performance.now() < end; );
  };
  const all = Promise.all(Array.from({ length: 50 }, () => slices.run('jane', work)));
  let isDone = false;
  void all.then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await nextTurn();
  expect(turns).toBeGreaterThan(40);
});

test('a failing step rejects for its own caller only', async () => {
  const slices = createSlices({ open: true });
  const fails = slices.run('jane', () => {
    throw new Error('no');
  });
  const works = slices.run('jane', () => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await works).toBe('yes');
});
