import { expect, test } from 'vitest';
import { formatDay, formatMoment, formatTick } from './format-axis.ts';

test('an axis has short counts', () => {
  expect([250, 1500, 3_000_000].map(formatTick)).toEqual(['250', '1.5K', '3M']);
});

test('a day is that of the time zone, UTC if none is given', () => {
  expect(formatDay('2026-03-14')).toBe('14 Mar 2026');
  expect(formatDay('2026-03-14T23:59:59.999Z')).toBe('14 Mar 2026');
  expect(formatDay('2026-03-14T23:59:59.999Z', 'Europe/Berlin')).toBe('15 Mar 2026');
});

test('a time on another day includes the date', () => {
  const now = Date.UTC(2026, 2, 14, 1);
  expect(formatMoment('2026-03-14T00:05:06.999Z', now)).toBe('00:05:06');
  expect(formatMoment('2026-03-13T23:05:06Z', now)).toBe('13 Mar 23:05:06');
  expect(formatMoment('2026-03-13T23:05:06Z', now, 'Europe/Berlin')).toBe('00:05:06');
});
