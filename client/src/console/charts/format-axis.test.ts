import { expect, test } from 'vitest';
import { formatMoment, formatTick } from './format-axis.ts';

test('an axis has short counts', () => {
  expect([250, 1500, 3_000_000].map(formatTick)).toEqual(['250', '1.5K', '3M']);
});

test.each([
  ['2026-03-14T00:05:06.999Z', 'UTC', '00:05:06'],
  ['2026-03-13T23:05:06Z', 'UTC', '13 Mar 23:05:06'],
  ['2026-03-13T23:05:06Z', 'Europe/Berlin', '00:05:06'],
])('%s in %s is %s: a time on another day includes the date', (time, zone, shown) => {
  expect(formatMoment(time, Date.UTC(2026, 2, 14, 1), zone)).toBe(shown);
});
