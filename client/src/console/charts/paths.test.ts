import { expect, test } from 'vitest';
import { areaPath, linePath } from './paths.ts';

test('a line stops before a missing value and goes on after it; a value alone has a width', () => {
  expect(linePath([[0, 1], [1, 2], null, [3, 4], [5, 6]])).toBe('M0,1L1,2M3,4L5,6');
  expect(linePath([null, [8, 2], null])).toBe('M5,2h6');
});

test('an area has a part for each run of values; a value alone has a width', () => {
  const parts = areaPath([[0, 1, 5], [1, 2, 6], null, [3, 3, 4], [4, 3, 5]]);
  expect(parts).toBe('M0,5L1,6L1,2L0,1ZM3,4L4,5L4,3L3,3Z');
  expect(areaPath([null, [8, 2, 4], null])).toBe('M5,4L11,4L11,2L5,2Z');
});
