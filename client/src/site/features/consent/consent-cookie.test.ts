import { expect, test } from 'vitest';
import { formatChoice, parseChoice } from './consent-cookie.ts';
import { DAY, START } from './testing/test-browser.ts';

test('the cookie lasts 182 days from the click, is Lax, and Secure only on https', () => {
  const how = { source: 'banner', language: 'en', unsent: null } as const;
  const when = { revision: 1, decidedAt: START, ...how };
  const choice = { analytics: false, consentId: null, ...when };
  expect(formatChoice(choice, START, true)).toMatch(
    /; Path=\/; SameSite=Lax; Max-Age=15724800; Secure$/,
  );
  expect(formatChoice(choice, START + DAY, false)).toMatch(/; Max-Age=15638400$/);
});

test('of several cookies with the same name the latest choice is read: another site of the domain may have set one', () => {
  const own = {
    consentId: null,
    analytics: false,
    revision: 1,
    source: 'footer',
    language: 'en',
    unsent: null,
  } as const;
  const pair = (choice: Parameters<typeof formatChoice>[0]) =>
    formatChoice(choice, START, false).split(';')[0];
  const refused = pair({ ...own, decidedAt: START });
  const theirs = pair({
    ...own,
    decidedAt: START - DAY,
    analytics: true,
    consentId: '0195552f-0000-7000-8000-000000000001',
  });
  for (const cookies of [
    [theirs, 'cc_cookie=%', refused],
    [refused, 'cc_cookie=', theirs],
  ])
    expect(parseChoice(cookies.join('; '), START)).toMatchObject({
      analytics: false,
      decidedAt: START,
    });
});
