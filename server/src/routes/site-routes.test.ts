import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestApp, temporaryFolder } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const createApp = (folder?: string) => createTestApp(folder === undefined ? {} : { folder });

const SCRIPT = 'console.log("hello");'.repeat(50);

function createFiles() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'social'));
  const write = (path: string, content: string | Buffer) =>
    writeFileSync(join(folder, path), content);
  write('assets/app-abc123.js', SCRIPT);
  write('assets/app-abc123.js.br', brotliCompressSync(SCRIPT));
  write('assets/app-abc123.js.gz', gzipSync(SCRIPT));
  write('assets/font-abc123.woff2', 'font');
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('social/home.png', 'picture');
  write('manifest.json', '{}');
  write('kept.json', '{}');
  return folder;
}

test('a page is served complete, with revalidation, in the requested coding', async () => {
  const { app } = await createApp();
  const ask = (encoding: string) => app.request('/', { headers: { 'Accept-Encoding': encoding } });
  const plain = await app.request('/');
  const html = await plain.text();
  expect(html).toContain('<title>Dubkit /</title>');
  expect(plain.status).toBe(200);
  expect(plain.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(plain.headers.get('Cache-Control')).toBe('no-cache');
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding, Sec-GPC');
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  const br = await ask('gzip, br');
  const gz = await ask('gzip');
  expect(br.headers.get('Content-Encoding')).toBe('br');
  expect(gz.headers.get('Content-Encoding')).toBe('gzip');
  const bytes = Buffer.from(await br.arrayBuffer());
  expect(brotliDecompressSync(bytes).toString()).toBe(html);
  expect(gunzipSync(await gz.arrayBuffer()).toString()).toBe(html);
  expect(br.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(new Set([plain, br, gz].map((answer) => answer.headers.get('ETag'))).size).toBe(3);
});

test('a page that the client already has answers 304 without a body', async () => {
  const { app } = await createApp();
  const etag = (await app.request('/')).headers.get('ETag') ?? '';
  const again = (header: string, path = '/') =>
    app.request(path, { headers: { 'If-None-Match': header } });
  for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await again(header);
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('ETag')).toBe(etag);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Sec-GPC');
    expect(answer.headers.get('Content-Type')).toBeNull();
  }
  expect((await again(etag, '/about')).status).toBe(200);
  expect((await again('*', '/nothing')).status).toBe(404);
});

test('Sec-GPC: 1, even when sent twice, gets its own variant of a page, and no other value does', async () => {
  const { app } = await createApp();
  const ask = (value: string) => app.request('/', { headers: { 'Sec-GPC': value } });
  for (const value of ['1', '1, 1']) {
    expect(await (await ask(value)).text()).toContain('gpc true');
  }
  for (const value of ['0', 'true', '11']) {
    expect(await (await ask(value)).text()).toContain('gpc false');
  }
  expect((await ask('1')).headers.get('ETag')).not.toBe((await ask('0')).headers.get('ETag'));
});

test('HEAD answers like GET, without the body', async () => {
  const { app } = await createApp();
  const [head, get] = [await app.request('/', { method: 'HEAD' }), await app.request('/')];
  for (const { headers } of [head, get]) {
    headers.delete('X-Request-Id');
    headers.delete('Date');
  }
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect(await head.text()).toBe('');
});

test.each([
  '/nothing',
  '/about/us',
  '/ABOUT',
  '//',
  '//evil.test/',
  '/assets/',
  '/%',
  '/%ff',
  '/..%2f',
])('%s answers 404 with the not-found page', async (path) => {
  const { app } = await createApp();
  const answer = await app.request(`http://localhost${path}`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('ETag')).toBeNull();
  expect(await answer.text()).toContain('<title>Dubkit /404</title>');
});

test('a trailing slash redirects to the page without it and keeps the query', async () => {
  const { app } = await createApp();
  const answer = await app.request('/about/?utm_source=a&b=%2F');
  expect(answer.status).toBe(308);
  expect(answer.headers.get('Location')).toBe('/about?utm_source=a&b=%2F');
  expect((await app.request('/about//')).headers.get('Location')).toBe('/about');
  expect((await app.request('http://localhost//about/')).status).toBe(404);
});

test('hashed files are immutable, others are revalidated, and build metadata is not served', async () => {
  const { app } = await createApp(createFiles());
  const script = await app.request('/assets/app-abc123.js', {
    headers: { 'Accept-Encoding': 'br' },
  });
  expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('Content-Encoding')).toBe('br');
  expect(script.headers.get('Vary')).toBe('Accept-Encoding');
  const font = await app.request('/assets/font-abc123.woff2');
  expect(font.headers.get('Content-Type')).toBe('font/woff2');
  const icon = await app.request('/favicon.svg');
  expect(icon.headers.get('Cache-Control')).toBe('no-cache');
  expect(icon.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
  for (const path of [
    '/manifest.json',
    '/kept.json',
    '/assets/app-abc123.js.br',
    '/assets/none.js',
  ]) {
    expect((await app.request(path)).status).toBe(404);
  }
});

test('only social images may be embedded by other sites', async () => {
  const { app } = await createApp(createFiles());
  const policy = async (path: string) =>
    (await app.request(path)).headers.get('Cross-Origin-Resource-Policy');
  expect(await policy('/social/home.png')).toBe('cross-origin');
  for (const path of ['/favicon.svg', '/', '/social/none.png']) {
    expect(await policy(path)).toBe('same-origin');
  }
});

test('other methods answer 405', async () => {
  const { app } = await createApp();
  const answer = await app.request('/', { method: 'POST' });
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});

const NAVIGATION = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };

test('page views count known pages, including 304, but never HEAD or files', async () => {
  const { app, flush, database } = await createApp(createFiles());
  const ask = (path: string, method = 'GET', more = {}) =>
    app.request(path, { method, headers: { ...NAVIGATION, ...more } });
  const etag = (await ask('/')).headers.get('ETag') ?? '';
  await ask('/', 'GET', { 'If-None-Match': etag });
  await ask('/about?utm_source=a');
  await ask('/', 'HEAD');
  await ask('/nothing');
  await ask('/about/');
  await ask('/favicon.svg');
  await flush();
  expect(await rowsOf(database, 'page_counts')).toEqual([
    { day: '2026-03-14', path: '/', count: 2 },
    { day: '2026-03-14', path: '/about', count: 1 },
  ]);
  expect(await rowsOf(database, 'page_quarters')).toEqual([
    { path: '/', quarter: '2026-03-14T12:00', count: 2 },
    { path: '/about', quarter: '2026-03-14T12:00', count: 1 },
  ]);
});

const SAFARI_15 =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/604.1';
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const BOT = 'Mozilla/5.0 (compatible; SomeBot/1.0; +https://a.example)';
const GOOGLE = `${SAFARI_15} (compatible; Googlebot/2.1)`;

const VISITS: [views: number, headers: Record<string, string>][] = [
  [1, NAVIGATION],
  [1, { 'Sec-Fetch-Dest': 'document' }],
  [1, { 'Sec-Fetch-Mode': 'navigate' }],
  [1, { ...NAVIGATION, Purpose: 'navigate' }],
  [1, { ...NAVIGATION, 'X-Moz': '' }],
  [1, { 'User-Agent': SAFARI_15, Accept: HTML }],
  [0, { ...NAVIGATION, 'Sec-Purpose': 'prefetch' }],
  [0, { ...NAVIGATION, 'Sec-Purpose': 'prefetch;prerender' }],
  [0, { ...NAVIGATION, 'Sec-Purpose': 'prefetch; anonymous-client-ip, prefetch' }],
  [0, { ...NAVIGATION, Purpose: 'Prefetch' }],
  [0, { ...NAVIGATION, 'X-Purpose': ': preview' }],
  [0, { ...NAVIGATION, 'X-Moz': 'prefetch' }],
  [0, { ...NAVIGATION, 'User-Agent': GOOGLE }],
  [0, { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }],
  [0, { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' }],
  [0, { 'Sec-Fetch-Mode': 'cors', 'User-Agent': SAFARI_15, Accept: HTML }],
  [0, { 'User-Agent': SAFARI_15, Accept: '*/*' }],
  [0, { 'User-Agent': BOT, Accept: HTML }],
  [0, { 'User-Agent': 'curl/8.5.0', Accept: HTML }],
  [0, {}],
];

test('a page is served to everybody, and counts as viewed by people only', async () => {
  const { app, flush, database } = await createApp();
  let viewed = 0;
  for (const [views, headers] of VISITS) {
    expect((await app.request('/about', { headers })).status).toBe(200);
    await flush();
    viewed += views;
    const [row] = await rowsOf(database, 'page_counts');
    expect(row?.['count'] ?? 0, JSON.stringify(headers)).toBe(viewed);
  }
});

test('parts of a recording are served, as players ask for them', async () => {
  const folder = createFiles();
  mkdirSync(join(folder, 'media'));
  writeFileSync(join(folder, 'media/de.opus'), 'recording');
  const { app } = await createApp(folder);
  const ask = (headers: Record<string, string> = {}) => app.request('/media/de.opus', { headers });
  const whole = await ask();
  expect([whole.status, await whole.text()]).toEqual([200, 'recording']);
  expect(whole.headers.get('Accept-Ranges')).toBe('bytes');
  const etag = whole.headers.get('ETag') ?? '';
  const part = await ask({ Range: 'bytes=2-4', 'If-Range': etag });
  expect([part.status, await part.text()]).toEqual([206, 'cor']);
  expect(part.headers.get('Content-Range')).toBe('bytes 2-4/9');
  expect(part.headers.get('Content-Length')).toBe('3');
  const beyond = await ask({ Range: 'bytes=9-' });
  expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, 'bytes */9']);
  const changed = await ask({ Range: 'bytes=2-4', 'If-Range': '"older"' });
  expect([changed.status, await changed.text()]).toEqual([200, 'recording']);
});

test('each language has its pages below its prefix, and its own not-found page', async () => {
  const { app } = await createApp();
  const ask = async (path: string) => {
    const answer = await app.request(path);
    const [, lang] = /lang="([^"]+)"/.exec(await answer.text()) ?? [];
    return [answer.status, lang];
  };
  expect(await ask('/about')).toEqual([200, 'en']);
  expect(await ask('/de/about')).toEqual([200, 'de']);
  expect(await ask('/de/')).toEqual([200, 'de']);
  for (const path of ['/de/gone', '/DE/gone']) expect(await ask(path)).toEqual([404, 'de']);
  expect(await ask('/de/gone/further')).toEqual([404, 'de']);
  // No such language, or not one: English.
  for (const path of ['/xx/about', '/design', '/EN/about', '/en/about', '/de%2f']) {
    expect(await ask(path), path).toEqual([404, 'en']);
  }
});

test('the home page of a language ends with a slash; other pages do not', async () => {
  const { app } = await createApp();
  const target = async (path: string) => {
    const { status, headers } = await app.request(path);
    return [status, headers.get('Location')];
  };
  expect(await target('/de?utm_source=x')).toEqual([308, '/de/?utm_source=x']);
  expect(await target('/de///')).toEqual([308, '/de/']);
  expect(await target('/de/about/')).toEqual([308, '/de/about']);
});

test.each([
  ['/DE/', '/de/'],
  ['/De', '/de/'],
  ['/DE/about?utm_source=A', '/de/about?utm_source=A'],
  ['/de/About/', '/de/about'],
])('a page of a language is in lower case: %s leads to %s', async (path, target) => {
  const { app } = await createApp();
  const { status, headers } = await app.request(path);
  expect([status, headers.get('Location')]).toEqual([301, target]);
});

test('a browser’s languages change nothing, and no answer stores a language', async () => {
  const { app } = await createApp();
  const english = await app.request('/', { headers: { 'Accept-Language': 'de' } });
  expect(english.status).toBe(200);
  expect(await english.text()).toContain('lang="en"');
  expect(english.headers.get('Set-Cookie')).toBeNull();
  expect(english.headers.get('Vary')).not.toMatch(/language/i);
});
