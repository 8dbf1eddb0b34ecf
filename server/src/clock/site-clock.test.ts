import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { createSiteClock } from './site-clock.ts';

test('a clock that is years behind goes on from the latest time that was seen, and one that is right is believed', () => {
  const machine = { now: 1_000_000_000 };
  let elapsed = 0;
  const clock = createSiteClock(
    () => machine.now,
    () => elapsed,
  );
  expect(clock.now()).toBe(1_000_000_000);
  clock.saw(1_000_000_000 + 2 * DAY_MS);
  expect(clock.now()).toBe(1_000_000_000); // the clock was ahead for a minute
  clock.saw(9_000_000_000);
  elapsed += 70_000.4;
  expect(clock.now()).toBe(9_000_070_000);
  clock.saw(9_000_000_000); // as each minute, while the clock is in doubt
  expect(clock.now()).toBe(9_000_070_000);
  clock.saw(9_000_060_000); // of another process
  expect(clock.now()).toBe(9_000_070_000);
  machine.now = 9_000_000_000;
  expect(clock.now()).toBe(9_000_000_000);
  machine.now = 1_000_000_000;
  clock.saw(1_000_000_000); // somebody has confirmed that it is right
  expect(clock.now()).toBe(1_000_000_000);
});
