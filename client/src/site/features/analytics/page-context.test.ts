// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/cookies"}
import { expect, onTestFinished, test, vi } from 'vitest';
import { pageContext } from './page-context.ts';

/** Describes how the visitor came to this page. */
function arrive({ loaded = 'http://site.test/cookies', referrer = '' }) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: loaded } as PerformanceEntry]);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  onTestFinished(() => void vi.restoreAllMocks());
  const { referrerHost, utm } = pageContext('en');
  return { referrerHost, utm };
}

test('the campaign of the first page load is known on a later page', () => {
  expect(
    arrive({ loaded: 'http://site.test/?utm_source=mail&utm_medium=e%20mail#signup' }),
  ).toEqual({
    utm: { source: 'mail', medium: 'e mail' },
  });
});

test('the campaign is known in a tab that a link of our own opened, unless that tab has its own', () => {
  const referrer = 'http://site.test/?a=1&utm_source=mail';
  expect(arrive({ referrer })).toEqual({ utm: { source: 'mail' } });
  expect(arrive({ referrer, loaded: 'http://site.test/?utm_source=video' })).toEqual({
    utm: { source: 'video' },
  });
});

test('two campaigns do not mix', () => {
  const referrer = 'http://site.test/?utm_source=mail&utm_medium=email&utm_campaign=spring';
  expect(arrive({ referrer, loaded: 'http://site.test/?utm_source=video' })).toEqual({
    utm: { source: 'video' },
  });
  expect(arrive({ referrer, loaded: 'http://site.test/?lang=en' })).toEqual({
    utm: { source: 'mail', medium: 'email', campaign: 'spring' },
  });
});

test('of another site only the host is known', () => {
  const referrer = 'https://news.example:8443/a?utm_source=theirs';
  expect(arrive({ referrer })).toEqual({ referrerHost: 'news.example' });
  expect(arrive({ referrer: 'android-app://com.google.android.gm/' })).toEqual({
    referrerHost: 'com.google.android.gm',
  });
});

test('a referrer whose host the server would refuse is left out', () => {
  for (const referrer of [
    'nonsense',
    'about:blank',
    'https://a$b.example/',
    'app://a%40b.example/',
  ])
    expect(arrive({ referrer })).toEqual({});
});

test('handles, full-width punctuation and percent signs of a campaign are kept', () => {
  const utm = { source: '@mkbhd', campaign: '春のセール！', content: '100%fun' };
  const query = new URLSearchParams(
    Object.entries(utm).map(([key, value]) => [`utm_${key}`, value]),
  );
  expect(arrive({ loaded: `http://site.test/?${query}` })).toEqual({ utm });
});

test('a value that may be an e-mail address, has control characters or is too long is left out', () => {
  const left = [
    'jane@example.com',
    'jane%40example.com',
    'jane＠example．com',
    'a\nb',
    'x'.repeat(201),
  ];
  for (const utm_term of left) {
    const query = new URLSearchParams({ utm_source: 'mail', utm_term });
    expect(arrive({ loaded: `http://site.test/?${query}` })).toEqual({ utm: { source: 'mail' } });
  }
});
