import { expect, test } from 'vitest';
import { fixtureData, fixtureRender } from '../testing/sites/fixture-site.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { createMachineFiles } from './machine-files.ts';

async function text(path: string) {
  const files = await createMachineFiles({
    site: { ...fixtureData.site, url: 'https://a.test', email: 'a@b.test', brand: 'Zeta' },
    render: fixtureRender,
    languages: fixtureRender.languages,
    now: () => NOON,
  });
  return Buffer.from(files.get(path)?.representations.identity.bytes ?? []).toString();
}

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/gpc.json', 'application/json'],
])('%s is served with its type, and asked for anew each time', async (path, type) => {
  const { headers } = await (await createTestApp()).app.request(path);
  expect([headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([type, 'no-cache']);
});

test('robots may visit everything and learn where the sitemap is', async () => {
  expect(await text('/robots.txt')).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://a.test/sitemap.xml\n',
  );
});

test('the sitemap lists every page with its other languages, of which English is the default, without dates', async () => {
  const xml = await text('/sitemap.xml');
  const [, ...entries] = xml.split('<url>');
  const locations = entries.map((entry) => /<loc>(.*?)<\/loc>/.exec(entry)?.[1]);
  const pages = ['', 'de/'].flatMap((prefix) => [`${prefix}`, `${prefix}about`]);
  expect(locations).toEqual(pages.map((page) => `https://a.test/${page}`));
  for (const entry of entries) {
    const path = entry.includes('about') ? '/about' : '/';
    const links = [...entry.matchAll(/hreflang="(.*?)" href="(.*?)"/g)];
    expect(links.map(([, language, href]) => [language, href])).toEqual([
      ['en', `https://a.test${path}`],
      ['de', `https://a.test/de${path}`],
      ['x-default', `https://a.test${path}`],
    ]);
  }
  expect(xml).not.toContain('lastmod');
});

test('security.txt has what RFC 9116 requires and expires within a year', async () => {
  const [contact, expires = '', ...rest] = (await text('/.well-known/security.txt')).split('\n');
  expect([contact, ...rest]).toEqual([
    'Contact: mailto:a@b.test',
    'Preferred-Languages: en',
    'Canonical: https://a.test/.well-known/security.txt',
    '',
  ]);
  const days = (Date.parse(expires.replace('Expires: ', '')) - NOON) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test('Global Privacy Control is declared as honoured, since a day in the past', async () => {
  const { gpc, lastUpdate } = JSON.parse(await text('/.well-known/gpc.json'));
  expect(gpc).toBe(true);
  expect(lastUpdate).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test.each([
  ['/manifest.webmanifest', 'en'],
  ['/de/manifest.webmanifest', 'de'],
])('%s carries the brand of data/site.json', async (path, lang) => {
  expect(JSON.parse(await text(path))).toEqual({ name: 'Zeta', lang });
});
