import { expect, test } from 'vitest';
import { ticksUpTo } from './scale.ts';

test.each([
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [0.04, [0, 0.01, 0.02, 0.03, 0.04]],
  [0.29, [0, 0.1, 0.2, 0.3]],
  [97, [0, 25, 50, 75, 100]],
  [1234, [0, 500, 1000, 1500]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
])('ticks up to %s', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks);
});
