import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { createClientTurns, MAX_OF_CLIENT } from './client-turns.ts';

/** Turns by a clock that the test moves. */
function open() {
  const clock = { now: 0 };
  return { clock, turnOf: createClientTurns(() => clock.now) };
}

test('who asks for many waits for who asks for one, and gets at most thirty in any hour', () => {
  const { clock, turnOf } = open();
  const flood = Array.from({ length: 400 }, () => {
    clock.now += 3_000; // twenty a minute
    return turnOf('a');
  });
  const visitor = turnOf('b');
  expect(visitor).toEqual({ priority: 0, dueAt: clock.now });
  expect(flood.slice(1).every(({ priority }) => priority < visitor.priority)).toBe(true);
  for (const { dueAt } of flood) {
    const within = flood.filter((one) => one.dueAt > dueAt - HOUR_MS && one.dueAt <= dueAt);
    expect(within.length).toBeLessThanOrEqual(MAX_OF_CLIENT);
  }
  clock.now += 2 * DAY_MS;
  expect(turnOf('a')).toEqual({ priority: 0, dueAt: clock.now });
});

test('who fills a mailbox hour after hour goes after the first message that its owner asks for', () => {
  const { clock, turnOf } = open();
  for (let hour = 0; hour < 48; hour++) {
    expect(turnOf('stranger').priority).toBe(0 - Math.min(hour, 23));
    clock.now += HOUR_MS;
  }
});

test('all networks of 48 bits count as one, since a person may have them all', () => {
  const { turnOf } = open();
  const turns = ['n48.a', 'n48.b', 'm48.a'].map((client) => turnOf(client).priority);
  expect(turns).toEqual([0, -1, 0]);
});

test('however many a client asks for, none is due after it has expired', () => {
  const { turnOf } = open();
  const flood = Array.from({ length: 6_000 }, () => turnOf('a').dueAt);
  expect(Math.max(...flood)).toBe(7 * DAY_MS);
});
