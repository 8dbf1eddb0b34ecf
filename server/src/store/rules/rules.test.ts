import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { doubtOf, isRecent } from './clock-rule.ts';
import { expiryOf } from './confirmation-rule.ts';
import { changedTexts, revisionOf, textsSince } from './consent-text-rule.ts';
import { clearableTimes, freeAt, toMailState } from './outbox-rule.ts';
import { dayOf, quartersIn, wholeQuarters } from './quarters.ts';
import { foldCase, searchTextOf } from './search-text.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 14, 20);
const MINUTE_MS = 60_000;

test.each([
  [2 * DAY_MS, null],
  [2 * DAY_MS + 1, 'ahead'],
  [-5 * MINUTE_MS, null],
  [-5 * MINUTE_MS - 1, 'behind'],
])('a clock that is %i ms after the latest time is %s', (difference, doubt) => {
  expect(doubtOf(NOW + difference, NOW)).toBe(doubt);
});

test.each([
  [null, false],
  [NOW, true],
  [NOW - 5 * MINUTE_MS + 1, true],
  [NOW - 5 * MINUTE_MS, false],
])('a doubt at %s is recent: %s', (doubtedAt, recent) => {
  expect(isRecent(doubtedAt, NOW)).toBe(recent);
});

const record = (revision: number, language: string, hash: string) => ({ revision, language, hash });
const text = (language: string, hash: string) => ({
  language,
  hash,
  text: '{}',
  recipient: null,
  publishedAt: NOW,
});
/** English changed twice, and back; German came with revision 2. */
const RECORDS = [
  record(3, 'en', 'a'),
  record(1, 'en', 'a'),
  record(2, 'en', 'b'),
  record(2, 'de', 'x'),
];

test.each([
  ['the latest', [text('en', 'a'), text('de', 'x')], 3],
  ['an earlier one', [text('en', 'b'), text('de', 'x')], 2],
  ['the first, in the only language', [text('en', 'a')], 3],
  ['a new language', [text('en', 'b'), text('fr', 'y')], 2],
  ['new words', [text('en', 'c')], null],
  ['new words in one language', [text('en', 'a'), text('de', 'z')], 1],
])('%s: the texts have a revision of their own', (_, texts, revision) => {
  expect(revisionOf(RECORDS, texts)).toBe(revision);
  expect(revisionOf([], texts)).toBe(null);
});

test('a revision adds the texts that changed, and says since when each is in force', () => {
  const texts = [text('en', 'a'), text('de', 'z')];
  expect(changedTexts(RECORDS, texts, 4)).toEqual([{ revision: 4, ...text('de', 'z') }]);
  expect(changedTexts(RECORDS, texts, 1)).toEqual([{ revision: 1, ...text('de', 'z') }]);
  expect(textsSince(RECORDS, 3)).toEqual({ en: 3, de: 2 });
  expect(textsSince(RECORDS, 1)).toEqual({ en: 1 });
});

test('the hour of a receiver is free an hour after the oldest message that counts', () => {
  expect(freeAt(null, NOW)).toBe(null);
  expect(freeAt(NOW - HOUR_MS, NOW)).toBe(null);
  expect(freeAt(NOW - HOUR_MS + 1, NOW)).toBe(NOW + 1);
});

test('a state of the mail without messages, and one with each kind', () => {
  const none = { waiting: 0, sent: 0, refused: 0, givenUp: 0 };
  const never = { waitingSince: null, overdueSince: null, unansweredSince: null, lastSentAt: null };
  expect(toMailState([])).toEqual({ ...none, ...never });
  const row = (state: string, count: number) => ({
    state,
    count,
    since: count * 10,
    overdue: count * 11,
    unanswered: count * 12,
    last: count * 13,
  });
  const rows = [row('given_up', 4), row('refused', 3), row('sent', 2), row('waiting', 1)];
  expect(toMailState(rows)).toEqual({
    ...{ waiting: 1, waitingSince: 10, overdueSince: 11, unansweredSince: 12 },
    ...{ sent: 2, lastSentAt: 26, refused: 3, givenUp: 4 },
  });
});

test('sent messages are kept for a day, those set aside for a week, and a link is valid for a week', () => {
  const times = { sent: NOW - DAY_MS, setAside: NOW - 7 * DAY_MS, future: NOW + DAY_MS };
  expect(clearableTimes(NOW)).toEqual(times);
  expect(expiryOf(NOW)).toBe(NOW + 7 * DAY_MS);
});

test.each([
  [{ from: NOW, to: NOW }, '2026-11-22T14:30', '2026-11-22T14:15'],
  [{ from: NOW - 5 * MINUTE_MS, to: NOW + DAY_MS }, '2026-11-22T14:15', '2026-11-23T14:15'],
  [{ from: null, to: null }, '1970-01-01T00:00', '9999-12-31T23:45'],
  [{ from: -1, to: 1e18 }, '1970-01-01T00:00', '9999-12-31T23:45'],
  [{ from: 1e18, to: -1e9 }, '9999-12-31T23:45', '1969-12-31T23:45'],
])('the quarters that start in %j', (range, first, last) => {
  expect(quartersIn(range)).toEqual({ first, last });
  const to = Date.parse(`${last}Z`) + 15 * MINUTE_MS - 1;
  expect(wholeQuarters(range)).toEqual({ from: Date.parse(`${first}Z`), to });
  expect(dayOf(last)).toBe(last.slice(0, 10));
});

test.each([
  ['JANE', 'jane'],
  ['Ünal ÉTÉ', 'ünal été'],
  ['İ', 'İ'], // two letters in lower case
  ['ẞ', 'ẞ'], // whose small letter has another capital
  ['Σς', 'σς'],
])('%s is found as %s', (text, folded) => {
  expect(foldCase(text)).toBe(folded);
});

test('a signup is found in each of its texts, and in no two of them at once', () => {
  const signup = { name: 'Jane', email: 'j@a.example', youtubeChannel: null, useCase: 'My Talks' };
  expect(searchTextOf(signup)).toBe('jane\u001fj@a.example\u001f\u001fmy talks');
});
