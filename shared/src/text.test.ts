import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainText, isStorableText, looksLikeEmail, MAX_UTM, mayBeRefused } from './text.ts';

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

test('text longer than any field counts as an address, and so does what may be one below many layers of encoding', () => {
  expect(looksLikeEmail('x'.repeat(2_048))).toBe(false);
  expect(looksLikeEmail('x'.repeat(2_049))).toBe(true);
  expect(looksLikeEmail(`jane%${'25'.repeat(20)}40example.com`)).toBe(true);
  expect(looksLikeEmail(`x%${'25'.repeat(20)}41`)).toBe(false);
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

test.each([
  '@mkbhd',
  '@mkbhd.official',
  'https://tiktok.com/@mkbhd.tv',
  'live@渋谷 vol.2',
  'カフェ＠渋谷。',
  '春のセール！',
  '全品50％ＯＦＦ。今すぐ！',
  '100%fun',
  '100%easy.v2',
  '100% free. Really.',
  '50%off',
  '春%20sale%202026',
  'https%3A%2F%2Fnews.example%2Fa',
  '%E6%98%A5%E3%81%AE',
  'R&D 2.0',
  'rock&pop.fm',
  'user@host',
  '{{campaign.name}}',
  // Decoded, they are control characters.
  `x%0a%${'25'.repeat(9)}41`,
  'x'.repeat(MAX_UTM),
])('the page keeps %s, and the server accepts it', (utm) => {
  expect(mayBeRefused(utm)).toBe(false);
  expect(looksLikeEmail(utm)).toBe(false);
});

test.each([
  'jane@example.com',
  'news/jane@example.com',
  'jane@bücher.example',
  'jane@例え。テスト',
  'jane%40example.com',
  'jane%2540example%252Ecom',
  'jane％４０example．com',
  'jane%EF%BC%A0example.com',
  'jane＆＃６４；example.com',
  'jane&c%6fmmat;example.com',
  'jane%%340example.com',
  `jane%${'25'.repeat(20)}40example.com`,
  'line\nbreak',
  'x'.repeat(MAX_UTM + 1),
])('the page drops %j', (utm) => {
  expect(mayBeRefused(utm)).toBe(true);
});

test('the page never keeps what the server would refuse', () => {
  const signs = '@＠﹫%％﹪&＆﹠#＃;；40４０26xu25EFBCA.。jcommatpercntamp /／´℀\u0301\u3000'.split(
    '',
  );
  const sign = fc.oneof(
    fc.constantFrom(...signs),
    fc.constantFrom(
      '%40',
      '%2e',
      '%0',
      '%1',
      '&#5',
      '%25'.repeat(9),
      '%25',
      '%6',
      '%3',
      '%EF%BC%A0',
      '&#64;',
      '&#46',
      '&commat',
      '&amp;',
    ),
  );
  const text = fc.array(sign, { maxLength: 16 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, fc.boolean(), (own, isInside) => {
      const whole = isInside ? `jane${own}example.com` : own;
      expect(mayBeRefused(whole) || !looksLikeEmail(whole)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});
