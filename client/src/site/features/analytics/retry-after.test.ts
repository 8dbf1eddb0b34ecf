import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-03-02T09:00:00Z');
const read = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);

test('seconds and dates become milliseconds from now', () => {
  expect(read({ 'Retry-After': '7' })).toBe(7_000);
  expect(read({ 'Retry-After': 'Mon, 02 Mar 2026 09:01:30 GMT' })).toBe(90_000);
});

test("a date is compared with the sender's clock, where the answer has a Date header", () => {
  const headers = {
    'Retry-After': 'Fri, 06 Mar 2026 12:00:10 GMT',
    Date: 'Fri, 06 Mar 2026 12:00:00 GMT',
  };
  expect(read(headers)).toBe(10_000);
});

test('a missing header, an unreadable one and a past time mean no delay', () => {
  for (const value of ['', '0', '-5', '1.5x', 'soon', 'Mon, 02 Mar 2026 08:00:00 GMT']) {
    expect(read({ 'Retry-After': value }), value).toBe(0);
  }
  expect(read({})).toBe(0);
});

test('a page never waits longer than an hour', () => {
  expect(read({ 'Retry-After': '99999999999999999999' })).toBe(3_600_000);
  expect(read({ 'Retry-After': 'Mon, 02 Mar 2099 09:00:00 GMT' })).toBe(3_600_000);
});
