import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { captureTime, parseSentAtQuery, parseTime } from './capture-time.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const DAY = 24 * HOUR_MS;
const at = (ms: number) => new Date(ms).toISOString();
const NOTHING = { timestamp: null, offset: null, sentAt: null, now: NOW };

test.each<[string, object, number]>([
  ['nothing is now', {}, NOW],
  ['without sent_at the time is as it was said', { timestamp: at(NOW - DAY) }, NOW - DAY],
  ['a clock an hour ahead', { timestamp: at(NOW + HOUR_MS - 5), sentAt: NOW + HOUR_MS }, NOW - 5],
  ['a clock an hour behind', { timestamp: at(NOW - HOUR_MS - 5), sentAt: NOW - HOUR_MS }, NOW - 5],
  ['a second is corrected too', { timestamp: at(NOW - 1005), sentAt: NOW - 1000 }, NOW - 5],
  ['offset is how long ago it was', { offset: 5000 }, NOW - 5000],
  ['offset beside timestamp', { offset: 5000, timestamp: at(NOW - DAY) }, NOW - 5000],
  [
    'with sent_at the timestamp goes first',
    { offset: 5000, timestamp: at(NOW - 5), sentAt: NOW },
    NOW - 5,
  ],
  ['a time that cannot be read', { timestamp: 'yesterday', sentAt: NOW - HOUR_MS }, NOW],
  ['23 h ahead is kept', { timestamp: at(NOW + 23 * HOUR_MS) }, NOW + 23 * HOUR_MS],
  ['more than 23 h ahead is now', { timestamp: at(NOW + 23 * HOUR_MS + 1) }, NOW],
  ['before 1970 is now', { timestamp: '1969-12-31T23:59:59.999Z' }, NOW],
  ['1970 is kept', { timestamp: '1970-01-01' }, 0],
  ['an offset beyond every calendar is now', { offset: -Number.MAX_SAFE_INTEGER }, NOW],
  ['long ago is kept', { timestamp: '2001-01-01T00:00:00Z' }, Date.UTC(2001, 0, 1)],
])('%s', (_, times, expected) => {
  expect(captureTime({ ...NOTHING, ...times })).toBe(expected);
});

test.each([
  ['2026-03-14T12:00:00.000Z', NOW],
  ['2026-03-14T12:00:00Z', NOW],
  [' 2026-03-14t12:00z\n', NOW],
  ['2026-03-14T12:00', NOW],
  ['2026-03-14 12:00:00', NOW],
  ['2026-03-14T13:00:00.000000+01:00', NOW],
  ['2026-03-14T07:00:00-0500', NOW],
  ['2026-03-14', NOW - 12 * HOUR_MS],
  ['2026-02-32T12:00:00Z', null],
  ['2026-13-14T12:00:00Z', null],
  ['1773489600000', null],
  ['Sat, 14 Mar 2026 12:00:00 GMT', null],
  ['', null],
])('%j is a time, or none', (text, expected) => {
  expect(parseTime(text)).toBe(expected);
});

test.each([
  [String(NOW), NOW],
  [String(Date.UTC(2021, 0, 1)), Date.UTC(2021, 0, 1)],
  [String(NOW / 1000), null],
  ['-1', null],
  ['1e400', null],
  ['9'.repeat(40), null],
  [null, null],
])('"_" in the query: %j', (value, expected) => {
  expect(parseSentAtQuery(value)).toBe(expected);
});
