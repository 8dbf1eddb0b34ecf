import { expect, test } from 'vitest';
import { countryCode } from './country-code.ts';
import { isOfEea, lawOf } from './law.ts';
import { CONSENT_DAYS, PROOF_YEARS, proofDays } from './limits.ts';
import { directionOf, pathInSite, prefixOf } from './site-languages.ts';

test('a language begins its addresses with its name, and only Arabic goes from right to left', () => {
  expect([prefixOf('en'), prefixOf('de'), prefixOf('pt-BR')]).toEqual(['', '/de', '/pt-br']);
  expect([directionOf('ar'), directionOf('en')]).toEqual(['rtl', 'ltr']);
});

test.each([
  ['/', '/'],
  ['/contact', '/contact'],
  ['/de', '/'],
  ['/de/contact', '/contact'],
  ['/pt-br/contact', '/contact'],
  ['/details', '/details'],
])('%s is the page %s', (path, page) => {
  expect(pathInSite(path)).toBe(page);
});

test.each([
  ['DE', 'de', true],
  ['AT', 'at', true],
  ['FR', 'eu', true],
  ['NO', 'eu', true],
  ['CH', 'ch', false],
  ['GB', 'uk', false],
  ['US', 'us', false],
  ['JP', 'general', false],
  [undefined, 'general', false],
])('in %s the law is %s', (country, law, isEea) => {
  expect([lawOf(country), isOfEea(lawOf(country))]).toEqual([law, isEea]);
});

test.each([
  ['Germany', 'DE'],
  [' deutschland ', 'DE'],
  ['UK', 'GB'],
  ['gb', 'GB'],
  ['U.K.', 'GB'],
  ['England', 'GB'],
  ['the United States of America', 'US'],
  ['ZZ', undefined],
  ['日本', 'JP'],
  ['Atlantis', undefined],
])('%j is the country %s', (name, code) => {
  expect([countryCode(name), countryCode(name)]).toEqual([code, code]); // the second is remembered
});

test('proof outlives the events, or three years', () => {
  const days = PROOF_YEARS * 365 - CONSENT_DAYS;
  expect([proofDays(days), proofDays(days + 1)]).toEqual([null, PROOF_YEARS * 365 + 1]);
});
