import { expect, test } from 'vitest';
import { formatChoice } from './consent-cookie.ts';
import { DAY, START } from './testing/test-browser.ts';

test('the cookie lasts 182 days from the click, is Lax, and Secure only on https', () => {
  const when = { revision: 1, decidedAt: START, source: 'banner' as const, unsent: null };
  const choice = { analytics: false, consentId: null, ...when };
  expect(formatChoice(choice, START, true)).toMatch(
    /; Path=\/; SameSite=Lax; Max-Age=15724800; Secure$/,
  );
  expect(formatChoice(choice, START + DAY, false)).toMatch(/; Max-Age=15638400$/);
});
