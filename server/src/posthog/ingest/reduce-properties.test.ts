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
    gclid: 'x',
    fbclid: 'x',
    _kx: 'x',
  };
  expect(reduceProperties({ ...posthogs, ...own }).properties).toEqual(own);
});

test.each<[string, Record<string, unknown>, string | undefined]>([
  ['$pathname', { $pathname: '/about', $current_url: 'https://a.example/b' }, '/about'],
  ['a query in $pathname', { $pathname: '/about?name=secret#x\ny' }, '/about'],
  ['$current_url', { $current_url: 'https://a.example/b?name=secret#x' }, '/b'],
  ['an address of an app', { $current_url: 'file:///home/jane' }, undefined],
  ['no address', { $current_url: 'about', $pathname: 'about' }, undefined],
  ['too long', { $pathname: `/${'a'.repeat(500)}` }, undefined],
  ['a number', { $pathname: 7 }, undefined],
  ['nothing', {}, undefined],
])('the path from %s', (_, properties, expected) => {
  expect(contextOf(properties).path).toBe(expected);
});

test.each<[string, Record<string, unknown>, string | undefined]>([
  ['a host', { $referring_domain: 'news.example' }, 'news.example'],
  ['a host with a port', { $referring_domain: 'news.example:8080' }, 'news.example'],
  ['none', { $referring_domain: '$direct' }, undefined],
  [
    'the site itself',
    { $referring_domain: 'a.example', $current_url: 'https://a.example/' },
    undefined,
  ],
  ['a path after it', { $referring_domain: 'news.example/secret' }, 'news.example'],
  ['no host', { $referring_domain: '//' }, undefined],
])('the referrer: %s', (_, properties, expected) => {
  expect(contextOf(properties).referrerHost).toBe(expected);
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
});

test.each<[Record<string, unknown>, string | undefined]>([
  [{ $viewport_width: 639, $screen_width: 1920 }, 'small'],
  [{ $viewport_width: 640 }, 'medium'],
  [{ $screen_width: 1023.5 }, 'medium'],
  [{ $viewport_width: null, $screen_width: 1024 }, 'large'],
  [{ $viewport_width: '1024' }, undefined],
  [{}, undefined],
])('%j: the viewport is %s', (properties, expected) => {
  expect(contextOf(properties).viewport).toBe(expected);
});

test('the language of the page has our own name, and only those of the site are kept', () => {
  const sent = { site_language: 'de', $browser_language: 'fr', step: 1 };
  expect(reduceProperties(sent)).toMatchObject({
    properties: { step: 1 },
    context: { language: 'de' },
  });
  expect(contextOf({ site_language: 'xx' })).toEqual({});
  expect(contextOf({ $browser_language: 'fr' })).toEqual({});
});

test('a session id that is not a UUID counts as absent', () => {
  expect(reduceProperties({ $session_id: SESSION.toUpperCase() }).sessionId).toBe(SESSION);
  expect(reduceProperties({ $session_id: 'x' }).sessionId).toBeNull();
  expect(reduceProperties({}).sessionId).toBeNull();
});
