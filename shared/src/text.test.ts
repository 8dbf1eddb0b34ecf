import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainText, isStorableText, looksLikeEmail, MAX_UTM, mayBeRefused } from './text.ts';

test.each([
  ...['jane@example.com', '/unsubscribe/jane.doe@mail.example.com/now', '@x jane@example.com'],
  ...['/u/jane%40example.com', '/u/jane%25252540example.com', '/u/jane%EF%BC%A0example.com'],
  ...['jane＠example.com', 'jane﹫example﹒com', 'jane@example。com', 'jane@example｡com'],
  ...['jane\ufeff@example.com', 'jane@\u200bexample.com', '/u/jane%EF%BB%BF%40example.com'],
  '/u/%FFjane%FF%EF%BC%A0%FFexample.com',
  '/u/jane%25EF%25BC%25A0example%E3%80%82com',
  ...['/u/jane%u0040example.com', 'jane%26%2364%3Bexample.com', 'jane&amp;#64;example.com'],
  ...['jane&#0064example&#46;com', 'jane&#x40;example&#X2e;com', 'jane&commat;example&period;com'],
  ...['jane&#x40zoo.com', 'jane&commatexample.com', 'a b@c.d e@f', '/%25x/jane@example.com'],
])('%s may be an address: the page drops it, and the server refuses it', (text) => {
  expect([looksLikeEmail(text), mayBeRefused(text)]).toEqual([true, true]);
});

test.each([
  ...['@example.com', 'a @example.com', 'a@b c.d', 'a/@b.c', 'user@host.', '50% off @ noon'],
  ...['/caf%C3%A9/%FF', '&#x10ffff;', 'R&D &#x110000; &#;', '%', 'v1.2', '字幕。動画'],
])('%s is no address', (text) => {
  expect(looksLikeEmail(text)).toBe(false);
});

test('text longer than any field counts as an address, and so does what may be one below many layers of encoding', () => {
  expect(looksLikeEmail('x'.repeat(2_048))).toBe(false);
  expect(looksLikeEmail('x'.repeat(2_049))).toBe(true);
  expect(looksLikeEmail(`jane%${'25'.repeat(20)}40example.com`)).toBe(true);
  expect(looksLikeEmail(`x%${'25'.repeat(20)}41`)).toBe(false);
});

test.each<[string, boolean, boolean]>([
  ['😀', true, true],
  ['Ünï \u202e', true, true],
  ['a\0b', false, false],
  ['a\ud800', false, false],
  // A terminal would obey them.
  ['\u001b[2J', true, false],
  ['a\nb', true, false],
  ['\u007f', true, false],
  ['\u009b31m', true, false],
])('whether %j can be stored: %s; whether it is plain: %s', (text, isStorable, isPlain) => {
  expect([isStorableText(text), isPlainText(text)]).toEqual([isStorable, isPlain]);
});

test.each([
  ...['@mkbhd', 'https://tiktok.com/@mkbhd.tv', 'live@渋谷 vol.2', '全品50％ＯＦＦ。今すぐ！'],
  ...['100%fun', '100%easy.v2', '春%20sale%202026', 'https%3A%2F%2Fnews.example%2Fa', 'R&D 2.0'],
  // Decoded, they are control characters.
  `x%0a%${'25'.repeat(9)}41`,
  'x'.repeat(MAX_UTM),
])('the page keeps %s, and the server accepts it', (utm) => {
  expect(mayBeRefused(utm)).toBe(false);
  expect(looksLikeEmail(utm)).toBe(false);
});

test.each([
  ...['jane％４０example．com', 'jane＆＃６４；example.com', 'jane&c%6fmmat;example.com'],
  ...['jane%%340example.com', `jane%${'25'.repeat(20)}40example.com`],
  ...['line\nbreak', 'x'.repeat(MAX_UTM + 1)],
])('the page drops %j', (utm) => {
  expect(mayBeRefused(utm)).toBe(true);
});

test('the page never keeps what the server would refuse', () => {
  const signs = [...'@＠﹫%％﹪&＆﹠#＃;；40４０26xu25EFBCA.。jcommatpercntamp /／´℀\u0301\u3000'];
  const encoded = '%40 %2e %0 %1 &#5 %25 %6 %3 %EF%BC%A0 &#64; &#46 &commat &amp;'.split(' ');
  const sign = fc.constantFrom('%25'.repeat(9), ...encoded);
  const text = fc.array(fc.oneof(fc.constantFrom(...signs), sign), { maxLength: 16 });
  fc.assert(
    fc.property(text, fc.boolean(), (parts, isInside) => {
      const own = parts.join('');
      const whole = isInside ? `jane${own}example.com` : own;
      expect(mayBeRefused(whole) || !looksLikeEmail(whole)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});
