import { expect, test } from 'vitest';
import { backoffMs, retryAfterMs } from './retry.ts';

const now = Date.parse('2026-03-02T09:00:00Z');

test('a pause doubles with each failure up to the limit, and half of it is random', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 4, 2_000].map((times) => backoffMs(times, [10, 70], random));
  expect(pauses(0)).toEqual([5, 10, 20, 35, 35]);
  expect(pauses(0.5)).toEqual([7.5, 15, 30, 52.5, 52.5]);
});

test('seconds and dates become milliseconds from now', () => {
  expect(retryAfterMs('7', now)).toBe(7_000);
  expect(retryAfterMs('Mon, 02 Mar 2026 09:01:30 GMT', now)).toBe(90_000);
});

test('a missing header, an unreadable one and a past time mean no delay', () => {
  for (const value of [null, '', '0', '-5', '1.5x', 'soon', 'Mon, 02 Mar 2026 08:00:00 GMT']) {
    expect(retryAfterMs(value, now), String(value)).toBe(0);
  }
});

test('nobody waits longer than the limit, which is an hour unless it is given', () => {
  for (const value of ['99999999999999999999', 'Mon, 02 Mar 2099 09:00:00 GMT']) {
    expect(retryAfterMs(value, now)).toBe(3_600_000);
    expect(retryAfterMs(value, now, 5)).toBe(5);
  }
});
