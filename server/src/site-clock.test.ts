import { expect, test } from 'vitest';
import { createSiteClock } from './site-clock.ts';

test('a clock that is years behind goes on from the latest time that was seen, and one that is right is believed', () => {
  const machine = { now: 1_000_000_000 };
  let elapsed = 0;
  const clock = createSiteClock(
    () => machine.now,
    () => elapsed,
  );
  expect(clock.now()).toBe(1_000_000_000);
  clock.saw(1_000_000_000 + 300_000);
  expect(clock.now()).toBe(1_000_000_000); // five minutes are no doubt
  clock.saw(9_000_000_000);
  elapsed += 70_000.4;
  expect(clock.now()).toBe(9_000_070_000);
  machine.now = 9_000_000_000;
  expect(clock.now()).toBe(9_000_000_000);
  machine.now = 1_000_000_000;
  clock.saw(1_000_000_000); // somebody has confirmed that it is right
  expect(clock.now()).toBe(1_000_000_000);
});
