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

test('small pieces of work share a slice, and clients take turns', async () => {
  let now = 0;
  const turns = createTurns(() => now);
  let turn = 0;
  const log: string[] = [];
  const work = async (client: string) => {
    await turns.begin(client).next();
    now += 1;
    log.push(`${client}${turn}`);
  };
  const isDone = Promise.all(['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b'].map(work));
  for (; log.length < 8; turn++) await new Promise(setImmediate);
  await isDone;
  expect(log).toEqual(['a0', 'b0', 'a0', 'a0', 'a0', 'a1', 'a1', 'a1']);
});
