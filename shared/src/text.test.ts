import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainText, isStorableText, looksLikeEmail, mayHoldEmail } from './text.ts';

test.each([
  'jane@example.com',
  '/unsubscribe/jane.doe@mail.example.com/now',
  '/u/jane%40example.com',
  '/u/jane%40example%2Ecom',
  '/u/jane%2540example.com',
  '/u/jane%25252540example.com',
  'jane＠example.com',
  'jane﹫example﹒com',
  'jane@example。com',
  'jane@example｡com',
  'jane@example．com',
  '/u/jane%EF%BC%A0example.com',
  '/u/%FFjane%FF%EF%BC%A0%FFexample.com',
  '/u/jane%25EF%25BC%25A0example%E3%80%82com',
  '/u/jane%u0040example.com',
  'jane&#64;example.com',
  'jane&#0064example&#46;com',
  'jane&#x40;example&#X2e;com',
  'jane&commat;example&period;com',
  'jane&amp;#64;example.com',
  'jane%26%2364%3Bexample.com',
  'a newsletter for <jane@example.co.uk>',
  '@x jane@example.com',
])('%s may be an address', (text) => {
  expect(looksLikeEmail(text)).toBe(true);
});

test.each([
  '/about',
  'Beta Access',
  '50% off @ noon',
  '/a%20b',
  '/caf%C3%A9/%FF',
  '%',
  'R&D &#x110000; &#;',
  'user@host',
  'user@host.',
  'a/@b.c',
  'v1.2',
  '@handle',
  '字幕。動画',
])('%s is no address', (text) => {
  expect(looksLikeEmail(text)).toBe(false);
});

test('text longer than any field counts as an address, and so does text with many layers of encoding', () => {
  expect(looksLikeEmail('x'.repeat(2_048))).toBe(false);
  expect(looksLikeEmail('x'.repeat(2_049))).toBe(true);
  expect(looksLikeEmail(`%${'25'.repeat(20)}41`)).toBe(true);
});

test('NUL and half a surrogate pair cannot be stored, an emoji can', () => {
  expect(isStorableText('a\0b')).toBe(false);
  expect(isStorableText('a\ud800')).toBe(false);
  expect(isStorableText('😀')).toBe(true);
});

test.each(['\u001b[2J', 'a\nb', '\u007f', '\u009b31m', 'a\0b', 'a\ud800'])(
  '%j is not plain',
  (text) => {
    expect(isPlainText(text)).toBe(false);
  },
);

test('text without control characters is plain', () => {
  expect(isPlainText('Ünï 😀 \u202e')).toBe(true);
});

test('text that the page finds harmless holds no address for the server either', () => {
  const signs = '@＠﹫%％﹪&＆﹠#＃;；40４０26xu25EFBCA.。jcommatpercntamp'.split('');
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 24 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (own) => {
      const whole = `jane${own}example.com`;
      expect(mayHoldEmail(whole) || !looksLikeEmail(whole)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});
