// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/cookies"}
import { expect, test, vi } from 'vitest';
import { pageContext } from './page-context.ts';

/** Describes how the visitor came to this page: the query of the first page that was loaded, and the referrer. */
function arrive(query: string, referrer = '') {
  const loaded = { name: `http://site.test/${query}` } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([loaded]);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  const { referrerHost, utm } = pageContext('en');
  return { ...(referrerHost && { from: referrerHost }), ...utm };
}

const OURS = 'http://site.test/?utm_source=mail&utm_medium=email&utm_campaign=spring';
test.each([
  ['?utm_source=mail&utm_medium=e%20mail#signup', '', { source: 'mail', medium: 'e mail' }],
  ['?utm_source=@mkbhd&utm_content=100%25fun', '', { source: '@mkbhd', content: '100%fun' }],
  ['?UTM_SOURCE=Mail&amp;utm_medium=email', '', { source: 'Mail', medium: 'email' }],
  ['?amp;amp;Utm_Term=a&amp%3Butm_campaign=b&utm_term=c', '', { term: 'a', campaign: 'b' }],
  ['?xutm_source=a&utm_sources=b&amputm_source=c&utm_id=d', '', {}],
  ['?UTM_SOURCE=video', OURS, { source: 'video' }],
  // A tab that a link of our own opened. Two campaigns do not mix.
  ['?lang=en', OURS, { source: 'mail', medium: 'email', campaign: 'spring' }],
  ['?utm_source=video', OURS, { source: 'video' }],
])('on a later page, the campaign of %j, opened from %j, is known', (query, referrer, utm) => {
  expect(arrive(query, referrer)).toEqual(utm);
});

test.each<[string, { from?: string }]>([
  ['https://news.example:8443/a?utm_source=theirs', { from: 'news.example' }],
  ['android-app://com.google.android.gm/', { from: 'com.google.android.gm' }],
  // Hosts that the server would refuse.
  ...['nonsense', 'about:blank', 'https://a$b.example/', 'app://a%40b.example/'].map(
    (referrer): [string, object] => [referrer, {}],
  ),
])('of another site, %s, only the host is known', (referrer, context) => {
  expect(arrive('', referrer)).toEqual(context);
});

// What exactly is left out and kept, shared/src/text.test.ts shows.
test.each(['jane%40example.com', 'a\nb', 'x'.repeat(201)])('%j is left out', (utm_term) => {
  const query = new URLSearchParams({ utm_source: 'mail', utm_term });
  expect(arrive(`?${query}`)).toEqual({ source: 'mail' });
});

test('a link that somebody has mangled into a path keeps its token to itself', () => {
  history.replaceState(null, '', '/confirm%3Ftoken=secret');
  expect(pageContext('en').path).toBe('/confirm');
});
