import { expect, test } from 'vitest';
import { areaPath, linePath } from './paths.ts';

test('a line stops before a missing value and goes on after it', () => {
  expect(linePath([[0, 1], [1, 2], null, [3, 4]])).toBe('M0,1L1,2M3,4');
  expect(linePath([null, null])).toBe('');
});

test('an area has a part for each run of values', () => {
  expect(areaPath([[0, 1, 5], [1, 2, 6], null, [3, 3, 4]])).toBe('M0,5L1,6L1,2L0,1ZM3,4L3,3Z');
  expect(areaPath([null])).toBe('');
});
