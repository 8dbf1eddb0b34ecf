import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/site-languages';
import { addressIn, languageOf } from './language-links.tsx';

test.each<[string | undefined, string | undefined, (readonly Language[])?]>([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['EN-gb', 'en'],
  ['pt-PT', 'pt-BR'],
  ['it', undefined],
  ['', undefined],
  [undefined, undefined],
  ['de', undefined, ['en', 'fr']],
])('a browser that prefers %s is offered %s', (preferred, offered, all = LANGUAGES) => {
  expect(languageOf(preferred, all)).toBe(offered);
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
