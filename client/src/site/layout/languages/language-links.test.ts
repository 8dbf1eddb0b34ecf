import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/site-languages';
import { addressIn, languageOf } from './language-links.tsx';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['EN-gb', 'en'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['ja-JP', 'ja'],
  ['it', undefined],
  ['', undefined],
  [undefined, undefined],
])('a browser that prefers %s is offered %s', (preferred, offered) => {
  expect(languageOf(preferred, LANGUAGES)).toBe(offered);
});

test('only languages of the site are offered', () => {
  expect(languageOf('de', ['en', 'fr'])).toBeUndefined();
});

test.each([
  ['/', '/ja/'],
  ['/about', '/ja/about'],
  ['/nowhere', '/ja/'],
  ['//example.org', '/ja/'],
])('in Japanese, %s is at %s', (path, address) => {
  expect(addressIn('ja', path)).toBe(address);
  expect(addressIn('en', path)).toBe(address.slice(3));
});
