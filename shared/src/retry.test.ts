import { expect, test } from 'vitest';
import { backoffMs, retryAfterMs } from './retry.ts';

const now = Date.parse('2026-03-02T09:00:00Z');

test('a pause doubles with each failure up to the limit, and half of it is random', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 4, 2_000].map((times) => backoffMs(times, [10, 70], random));
  expect(pauses(0)).toEqual([5, 10, 20, 35, 35]);
  expect(pauses(0.5)).toEqual([7.5, 15, 30, 52.5, 52.5]);
});

test.each([
  ['7', 7_000],
  ['Mon, 02 Mar 2026 09:01:30 GMT', 90_000],
  // Missing, unreadable or past.
  ...[null, '', '0', '-5', '1.5x', 'soon', 'Mon, 02 Mar 2026 08:00:00 GMT'].map((no) => [no, 0]),
  // Nobody waits longer than an hour, unless another limit is given.
  ['99999999999999999999', 3_600_000],
  ['Mon, 02 Mar 2099 09:00:00 GMT', 3_600_000],
])('Retry-After: %s means %i milliseconds from now', (value, ms) => {
  expect(retryAfterMs(value as string | null, now)).toBe(ms);
  expect(retryAfterMs(value as string | null, now, 5)).toBe(Math.min(Number(ms), 5));
});
