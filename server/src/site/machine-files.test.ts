import { expect, test } from 'vitest';
import { fixtureData, fixtureRender } from '../testing/sites/fixture-site.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { createMachineFiles } from './machine-files.ts';

const ask = async (path: string, init?: RequestInit) =>
  (await createTestApp()).app.request(path, init);

async function text(path: string, site: Partial<typeof fixtureData.site> = {}) {
  const files = await createMachineFiles({
    site: { ...fixtureData.site, ...site },
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
])('%s is served like every file: with its type, an ETag, 304 and HEAD', async (path, type) => {
  const answer = await ask(path);
  const etag = answer.headers.get('ETag') ?? '';
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
  expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  expect((await ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const head = await ask(path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('ETag')).toBe(etag);
});

test('robots may visit everything and learn where the sitemap is', async () => {
  expect(await text('/robots.txt', { url: 'https://a.test' })).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://a.test/sitemap.xml\n',
  );
});

test('the sitemap lists every page at its canonical address, without dates', async () => {
  const xml = await text('/sitemap.xml', { url: 'https://a.test' });
  const locations = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(locations).toEqual([
    'https://a.test/',
    'https://a.test/about',
    'https://a.test/de/',
    'https://a.test/de/about',
  ]);
  expect(xml).not.toContain('lastmod');
});

test('the sitemap names the other languages of each page; English is the default', async () => {
  const xml = await text('/sitemap.xml', { url: 'https://a.test' });
  const [, ...entries] = xml.split('<url>');
  for (const entry of entries) {
    const path = entry.includes('about') ? '/about' : '/';
    const links = [...entry.matchAll(/hreflang="(.*?)" href="(.*?)"/g)];
    expect(links.map(([, language, href]) => [language, href])).toEqual([
      ['en', `https://a.test${path}`],
      ['de', `https://a.test/de${path}`],
      ['x-default', `https://a.test${path}`],
    ]);
  }
});

test('security.txt has what RFC 9116 requires and expires within a year', async () => {
  const file = await text('/.well-known/security.txt', {
    email: 'a@b.test',
    url: 'https://a.test',
  });
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(file)?.[1] ?? '';
  expect(field('Contact')).toBe('mailto:a@b.test');
  expect(field('Canonical')).toBe('https://a.test/.well-known/security.txt');
  expect(field('Preferred-Languages')).toBe('en');
  const days = (Date.parse(field('Expires')) - NOON) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test('Global Privacy Control is declared as honoured, since a day in the past', async () => {
  const { gpc, lastUpdate } = JSON.parse(await text('/.well-known/gpc.json'));
  expect(gpc).toBe(true);
  expect(lastUpdate).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('the manifest carries the brand of data/site.json', async () => {
  expect(JSON.parse(await text('/manifest.webmanifest', { brand: 'Zeta' }))).toEqual({
    name: 'Zeta',
    lang: 'en',
  });
  const german = await text('/de/manifest.webmanifest', { brand: 'Zeta' });
  expect(JSON.parse(german)).toEqual({ name: 'Zeta', lang: 'de' });
});
