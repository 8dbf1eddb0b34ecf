import { expect, test } from 'vitest';
import { reduceProperties } from './reduce-properties.ts';

const SESSION = '0195a000-0000-7000-8000-00000000000a';
const contextOf = (properties: Record<string, unknown>) => reduceProperties(properties).context;

test("PostHog's own properties and advertisers' click ids are removed, and the event's stay", () => {
  const own = { section_name: 'hero', plan: 'pro', constructor: 1, nested: { $a: 1 } };
  const posthogs = {
    $lib: 'web',
    $set: { email: 'jane@example.org' },
    token: 'phc_test',
    distinct_id: SESSION,
    utm_source: 'letter',
    utm_other: 'x',
    site_language: 'de',
    gclid: 'x',
    fbclid: 'x',
    _kx: 'x',
  };
  expect(reduceProperties({ ...posthogs, ...own }).properties).toEqual(own);
});

test.each<[Record<string, unknown>, object]>([
  [{ $pathname: '/about', $current_url: 'https://a.example/b' }, { path: '/about' }],
  [{ $pathname: '/about?name=secret#x\ny' }, { path: '/about' }],
  [{ $current_url: 'https://a.example/b?name=secret#x' }, { path: '/b' }],
  [{ $current_url: 'file:///home/jane' }, {}],
  [{ $pathname: '/confirm%3Ftoken=secret' }, { path: '/confirm' }],
  [{ $current_url: 'https://a.example/leave%25253ftoken=secret' }, { path: '/leave' }],
  [{ $current_url: 'about', $pathname: 'about' }, {}],
  [{ $current_url: `https://a.example/b?${'x'.repeat(2_026)}` }, { path: '/b' }],
  [{ $current_url: `https://a.example/b?${'x'.repeat(2_029)}` }, {}],
  [{ $current_url: `https://a.example${'/'.repeat(254)}` }, { path: '/'.repeat(254) }],
  [{ $current_url: `https://${'a.'.repeat(127)}/` }, {}],
  [{ $current_url: 'see https://a.example/b' }, {}],
  [{ $pathname: `/${'a'.repeat(499)}` }, { path: `/${'a'.repeat(499)}` }],
  [{ $pathname: `/${'a'.repeat(500)}` }, {}],
  [{ $pathname: `/?${'x'.repeat(2_046)}` }, { path: '/' }],
  [{ $pathname: `/?${'x'.repeat(2_047)}` }, {}],
  [{ $pathname: 7 }, {}],
  [{ $referring_domain: 'news.example' }, { referrerHost: 'news.example' }],
  [{ $referring_domain: 'news.example:8080' }, { referrerHost: 'news.example' }],
  [{ $referring_domain: 'news.example/secret' }, { referrerHost: 'news.example' }],
  [{ $referring_domain: `${'a.'.repeat(126)}a` }, { referrerHost: `${'a.'.repeat(126)}a` }],
  [{ $referring_domain: `${'a.'.repeat(126)}a/` }, {}],
  [{ $referring_domain: 7 }, {}],
  [{ $referring_domain: '$direct' }, {}],
  [{ $referring_domain: '//' }, {}],
  [{ $referring_domain: 'a.example', $current_url: 'https://a.example/' }, { path: '/' }],
  [{ $viewport_width: 639, $screen_width: 1920 }, { viewport: 'small' }],
  [{ $viewport_width: 640 }, { viewport: 'medium' }],
  [{ $screen_width: 1023.5 }, { viewport: 'medium' }],
  [{ $viewport_width: null, $screen_width: 1024 }, { viewport: 'large' }],
  [{ $viewport_width: '1024' }, {}],
  [{ site_language: 'de', $browser_language: 'fr' }, { language: 'de' }],
  [{ site_language: 'xx' }, {}],
  [{ $browser_language: 'fr' }, {}],
  [{}, {}],
])('the context of %j is %j', (properties, context) => {
  expect(contextOf(properties)).toStrictEqual(context);
});

test('utm_* are kept when they are texts that may be kept', () => {
  const properties = {
    utm_source: 'letter',
    utm_medium: '',
    utm_campaign: 'for jane@example.org',
    utm_term: 'x'.repeat(201),
    utm_content: 7,
  };
  expect(contextOf(properties).utm).toEqual({ source: 'letter' });
  expect(contextOf({ utm_source: null })).toEqual({});
  expect(contextOf({ utm_term: 'x'.repeat(200) }).utm).toEqual({ term: 'x'.repeat(200) });
});

const ADDRESS = 'https://a.example/?UTM_Source=Letter&amp;utm_medium=e%20mail&amp%3Bamp;utm_term=x';
test.each<[Record<string, unknown>, object]>([
  [
    { UTM_SOURCE: 'letter', 'amp;utm_medium': 'email' },
    { source: 'letter', medium: 'email' },
  ],
  [{ $current_url: ADDRESS }, { source: 'Letter', medium: 'e mail', term: 'x' }],
  [{ $current_url: ADDRESS, utm_campaign: 'spring' }, { campaign: 'spring' }],
])('the campaign of %j is %j, however its parameters are written', (properties, utm) => {
  expect(reduceProperties(properties)).toMatchObject({ properties: {}, context: { utm } });
});

test('a name that only ends like a campaign parameter is a property of its own', () => {
  const own = { 'x-utm_source': 'letter', 'my utm_term': 'x' };
  expect(reduceProperties(own)).toMatchObject({ properties: own, context: {} });
  expect(contextOf({ $current_url: 'https://a.example/?x-utm_source=a' }).utm).toBeUndefined();
});

test('a session id that is not a UUID counts as absent', () => {
  expect(reduceProperties({ $session_id: SESSION.toUpperCase() }).sessionId).toBe(SESSION);
  expect(reduceProperties({ $session_id: 'x' }).sessionId).toBeNull();
  expect(reduceProperties({}).sessionId).toBeNull();
});
