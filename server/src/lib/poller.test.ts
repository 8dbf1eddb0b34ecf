import { expect, test } from 'vitest';
import { createPoller } from './poller.ts';

/** A poller whose delays are noted and whose work ends when told. */
function open() {
  const delays: number[] = [];
  let due = () => {};
  let end: (pauseMs: number | null) => void = () => {};
  let runs = 0;
  const poller = createPoller({
    run: () => {
      runs += 1;
      return new Promise((resolve) => (end = resolve));
    },
    later(callback, delayMs) {
      delays.push(delayMs);
      due = callback;
      return () => {
        if (due === callback) due = () => {};
      };
    },
    graceMs: 0,
  });
  const finish = async (pauseMs: number | null) => {
    end(pauseMs);
    await new Promise(setImmediate);
  };
  return { poller, delays, start: () => due(), finish, runs: () => runs };
}

test.each([
  ['the pause of the run', 30_000, [], 30_000],
  ['what was asked for while it ran, if that is earlier', 30_000, [900, 500, 700], 500],
  ['the pause of the run, if that is earlier', 100, [500], 100],
  ['what was asked for while it ran, where the run wants to wait', null, [500], 500],
])('it runs next after %s', async (_, pauseMs, asked, expected) => {
  const { poller, delays, start, finish, runs } = open();
  poller.next(0);
  start();
  for (const delay of asked) poller.next(delay);
  expect([runs(), delays]).toEqual([1, [0]]);
  await finish(pauseMs);
  expect(delays).toEqual([0, expected]);
  start();
  await finish(null);
  expect([runs(), delays]).toEqual([2, [0, expected]]);
});

test('an earlier time replaces the planned one, and nothing starts after a stop', async () => {
  const { poller, delays, start, finish, runs } = open();
  poller.next(30_000);
  poller.next(5);
  start();
  const stopped = poller.stop();
  await finish(7);
  await stopped;
  poller.next(0);
  start();
  expect([runs(), delays]).toEqual([1, [30_000, 5, 0]]);
});
