import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('large pieces of work take turns, one slice in each turn of the event loop', async () => {
  let now = 0;
  const turns = createTurns(() => now);
  const log: string[] = [];
  const work = async (name: string) => {
    const pace = turns.begin();
    for (let piece = 0; piece < 3; piece++) {
      await pace.next();
      expect(pace.isOver()).toBe(false);
      while (!pace.isOver()) now += 1;
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
