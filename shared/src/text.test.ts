import { expect, test } from 'vitest';
import { isStorableText, looksLikeEmail } from './text.ts';

test.each([
  'jane@example.com',
  '/unsubscribe/jane.doe@mail.example.com/now',
  '/u/jane%40example.com',
  '/u/jane%40example%2Ecom',
  '/u/jane%2540example.com',
  'jane＠example.com',
  'a newsletter for <jane@example.co.uk>',
])('%s may be an address', (text) => {
  expect(looksLikeEmail(text)).toBe(true);
});

test.each([
  '/about',
  'Beta Access',
  '50% off @ noon',
  '/a%20b',
  '%',
  'user@host',
  'v1.2',
  '@handle',
])('%s is no address', (text) => {
  expect(looksLikeEmail(text)).toBe(false);
});

test('NUL and half a surrogate pair cannot be stored, an emoji can', () => {
  expect(isStorableText('a\0b')).toBe(false);
  expect(isStorableText('a\ud800')).toBe(false);
  expect(isStorableText('😀')).toBe(true);
});
