import { expect, test, vi } from 'vitest';
import { uuidPattern } from '#shared/uuid';
import { formatChoice, parseChoice } from './consent-cookie.ts';
import { newId } from './open-consent.ts';
import { outcomeOf } from './post-outcome.ts';
import { DAY, START } from './testing/test-browser.ts';

type Choice = Parameters<typeof formatChoice>[0];
const kept = { source: 'footer', language: 'en', unsent: null } as const;
const own = { consentId: null, analytics: false, revision: 1, ...kept } as const;
const granted = { analytics: true, consentId: '0195552f-0000-7000-8000-000000000001' };
const cookieOf = (choice: Partial<Choice>, now = START, isSecure = false) =>
  formatChoice({ ...own, decidedAt: START, ...choice }, now, isSecure);
const pair = (choice: Partial<Choice>) => cookieOf(choice).split(';')[0] ?? '';

test('the cookie lasts 182 days from the click, is Lax, and Secure only on https', () => {
  const attributes = /; Path=\/; SameSite=Lax; Max-Age=15724800; Secure$/;
  expect(cookieOf({}, START, true)).toMatch(attributes);
  expect(cookieOf({}, START + DAY)).toMatch(/; Max-Age=15638400$/);
});

test.each<[string, Partial<Choice>[], Partial<Choice>]>([
  ['the refusal, before an earlier grant', [granted, { decidedAt: START + 1 }], own],
  ['the refusal, before a later grant', [{ ...granted, decidedAt: START + 1 }, own], own],
  ['one of this site, before one of the library', [{ ...granted, source: null }, own], own],
  ['a grant of this site, before a refusal of the library', [{ source: null }, granted], granted],
  ['the latest grant', [granted, { ...granted, decidedAt: START + 1 }], { decidedAt: START + 1 }],
  ['one of now, before a refusal to come', [{ decidedAt: START + DAY }, granted], granted],
  ['the only one, of the library', [{ ...granted, source: null }], granted],
])('of several cookies with the same name it reads %s', (_, choices, expected) => {
  const cookies = ['cc_cookie=%', 'cc_cookie=', ...choices.map(pair)];
  expect(parseChoice(cookies.join('; '), START)).toMatchObject(expected);
  expect(parseChoice(cookies.reverse().join('; '), START)).toMatchObject(expected);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 1],
  ['no time', { lastConsentTimestamp: undefined }],
  ['a time that is none', { lastConsentTimestamp: 'yesterday' }],
  ['no categories', { categories: undefined }],
  ['a revision that is no number', { revision: '1' }],
  ['an id that is no text', { consentId: 1 }],
])('a cookie that holds %s is no choice', (_, change) => {
  const value = JSON.parse(decodeURIComponent(pair(granted).slice('cc_cookie='.length)));
  const broken = change instanceof Object ? { ...value, ...change } : change;
  const cookie = `cc_cookie=${encodeURIComponent(JSON.stringify(broken))}`;
  expect(parseChoice(cookie, START)).toBeNull();
  expect(parseChoice(`a=b;${cookie};${pair(granted)}`, START)).toMatchObject(granted);
});

test("the library's own cookie is read, and an id that is no UUID grants nothing", () => {
  const [name, value] = pair({ ...granted, consentId: 'x' }).split('=');
  expect(parseChoice(`${name}=${value}`, START)).toMatchObject(own);
  const { data: _, languageCode: __, ...theirs } = JSON.parse(decodeURIComponent(value ?? ''));
  const cookie = `${name}=${encodeURIComponent(JSON.stringify(theirs))}`;
  const choice = { ...own, source: null, decidedAt: START };
  expect(parseChoice(cookie, START)).toEqual(choice);
});

test('an id is a UUID, also on a page whose clock returns fractions', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000.75);
  expect(newId()).toMatch(uuidPattern);
});

test('only 201 means recorded, and only 400 refused; anything else may pass', () => {
  expect([201, 400].map(outcomeOf)).toEqual(['recorded', 'refused']);
  for (const status of [200, 204, 401, 403, 404, 408, 429, 500, 503])
    expect(outcomeOf(status), `${status}`).toBe('retry');
});
