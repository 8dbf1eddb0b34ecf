import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { isThrowaway } from './throwaway-domains.ts';

test.each([
  ['a@mailinator.com', true],
  ['a@box.mailinator.com', true],
  [`a@${domainToUnicode('xn--yaho-sqa.com')}`, true],
  ['a@example.org', false],
  ['a@bücher.example', false],
  ['mailinator.com@example.org', false],
])('%j is thrown away: %j', (email, expected) => {
  expect(isThrowaway(email)).toBe(expected);
});
