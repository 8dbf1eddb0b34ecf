import { expect, test } from 'vitest';
import { CONSENT_MS, DAY_MS } from '#shared/limits';
import { cookieWith, readConsentId, reissueCookie } from './read-consent-cookie.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const JANE = '0195a000-0000-7000-8000-00000000000a';
const JOHN = '0195a000-0000-7000-8000-00000000000b';
const OWN = { data: { source: 'banner' } };

function cookie(consentId: string, age: number | null = 0, more: object = {}) {
  const time = age === null ? {} : { lastConsentTimestamp: new Date(NOW - age).toISOString() };
  const value = { categories: ['analytics'], revision: 1, consentId, ...time, ...more };
  return encodeURIComponent(JSON.stringify(value));
}
const ours = (consentId: string, age = 0) => cookie(consentId, age, OWN);
const whole = (length: number) =>
  cookie(JANE, 0, { pad: 'x'.repeat(length - cookie(JANE, 0, { pad: '' }).length) });

test.each<[string, string[], string | null]>([
  ['none', [], null],
  ['one without a time', [cookie(JANE, null)], JANE],
  ['one in capitals', [ours(JANE.toUpperCase())], JANE],
  ['a refusal', [ours('none')], null],
  ['what is not ours', ['%', '%7B', cookie(JANE, 0, { revision: '1' })], null],
  ['as many bytes as a browser keeps', [whole(4_096)], JANE],
  ['more', [whole(4_097)], null],
  ['one with a malformed id, and ours', [ours('{x}'), ours(JANE)], JANE],
  ['one of the year 9999', [cookie(JOHN, NOW - Date.UTC(9999, 11, 31))], null],
  ['one of a clock that is a day ahead', [ours(JANE, -DAY_MS)], JANE],
  ['one of a clock that is further ahead', [ours(JANE, -DAY_MS - 1)], null],
  ['two of one visitor', [ours(JANE), ours(JANE, 1)], JANE],
  ['two of different visitors', [ours(JANE), ours(JOHN, 1)], 'ambiguous'],
  ['two of one visitor and one of another', [ours(JANE), ours(JANE, 1), ours(JOHN)], 'ambiguous'],
  ['a grant beside a refusal', [ours(JANE), ours('none')], 'ambiguous'],
  ['as many of one visitor as are looked for', Array(7).fill(ours(JANE)), JANE],
  ['more, of which some were not looked for', Array(8).fill(ours(JANE)), 'ambiguous'],
  ['one that is not as ours, in front', [cookie(JOHN), ours(JANE, 1)], JANE],
  ['one that is not as ours, behind', [ours(JANE, 1), cookie(JOHN)], JANE],
  ['one of tomorrow', [cookie(JANE), cookie(JOHN, -DAY_MS)], JANE],
  ['one two minutes ahead', [cookie(JANE), cookie(JOHN, -120_000)], 'ambiguous'],
  ['one further ahead', [cookie(JANE), cookie(JOHN, -120_001)], JANE],
  ['one of 182 days ago', [cookie(JOHN, CONSENT_MS), cookie(JANE)], JANE],
  ['one that is younger', [cookie(JOHN, CONSENT_MS - 1), cookie(JANE)], 'ambiguous'],
  ['ours of long ago, and a fresh one that is not', [ours(JOHN, CONSENT_MS), cookie(JANE)], JANE],
])('of %s the visitor is read', (_, sent, expected) => {
  expect(readConsentId(sent, NOW)).toBe(expected);
});

const decision = { consentId: JANE, analytics: true, revision: 1 };

test('the cookie that holds exactly a decision is found', () => {
  const [other, right] = [ours(JOHN), ours(JANE.toUpperCase())];
  const find = (sent: string[], more = {}) =>
    cookieWith(sent, { ...decision, ...more } as Parameters<typeof cookieWith>[1]);
  expect(find([other, '%', right])).toBe(right);
  expect(find([right], { revision: 2 })).toBeNull();
  expect(find([right], { analytics: false })).toBeNull();
  expect(find([right], { consentId: null })).toBeNull();
  expect(find([ours('none')], { consentId: null })).toBe(ours('none'));
  // What no header may hold, in front and at the end.
  const bare = decodeURIComponent(right);
  for (const sent of [` ${right}`, `${right} `, `${right};`, bare]) {
    expect(find([sent])).toBeNull();
  }
});

test('the cookie is sent again for what is left of the 182 days', () => {
  const options = { decidedAt: NOW - CONSENT_MS + 1_999, now: NOW, secure: true };
  expect(reissueCookie('value', options)).toBe(
    'cc_cookie=value; Path=/; SameSite=Lax; Max-Age=1; Secure',
  );
  expect(reissueCookie('value', { ...options, secure: false })).not.toContain('Secure');
  expect(reissueCookie('value', { ...options, now: NOW + 1_000 })).toBeNull();
});
