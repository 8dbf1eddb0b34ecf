import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/limits';
import { revisionOf, textsSince } from '../consent/consent-text-rule.ts';
import { dayOf, quartersIn, wholeQuarters } from '../counts/quarters.ts';
import { fits } from '../mail/confirmation-rule.ts';
import { foldCase } from '../store/search-text.ts';
import { text } from '../store/testing/store-contract-data.ts';

const NOW = Date.UTC(2026, 10, 22, 14, 20);

test.each([
  [{}, true],
  [{ codeHash: 'other' }, false],
  [{ expiresAt: 5 }, false],
  [{ tries: 99 }, true],
  [{ tries: 100 }, false], // guessed by very many clients
])('of a code with %j it is %j that it fits', (change, expected) => {
  const code = { signupId: 's', codeHash: 'hash', tries: 0, expiresAt: 6, ...change };
  expect(fits(code, 'hash', 5)).toBe(expected);
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

test('a process that asks with older texts has their revision, in whatever order they are read', () => {
  const records = [
    { revision: 1, language: 'en', hash: 'e' },
    { revision: 1, language: 'de', hash: 'd' },
    { revision: 2, language: 'de', hash: 'd2' },
  ];
  const asked = (de: string) => [text('e'), { ...text(de), language: 'de' }];
  for (const read of [records, records.toReversed()]) {
    expect(['d', 'd2', 'd3'].map((de) => revisionOf(read, asked(de)))).toEqual([1, 2, null]);
    expect(textsSince(read, 1)).toEqual({ en: 1, de: 1 });
    expect(textsSince(read, 2)).toEqual({ en: 1, de: 2 });
  }
});

test.each([
  ['JANE@A.example', 'jane@a.example'],
  ['ÉLAN Ж', 'élan ж'],
  ['İZMİR', 'İzmİr'], // two lower-case letters
  ['STRAẞE', 'straẞe'], // no way back
])('a search for %s finds %s', (searched, folded) => {
  expect(foldCase(searched)).toBe(folded);
});
