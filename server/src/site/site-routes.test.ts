import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const SCRIPT = 'console.log("hello");'.repeat(50);
const FILES = {
  'assets/app-abc123.js': SCRIPT,
  'assets/app-abc123.js.br': brotliCompressSync(SCRIPT),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'social/home.png': 'picture',
  'media/de.opus': 'recording',
  'manifest.json': '{}',
  'kept.json': '{}',
};

async function openFiles() {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return createTestApp({ folder });
}

test('a page is served complete, with revalidation, in the requested coding; HEAD answers like GET, other methods 405', async () => {
  const { app } = await createTestApp();
  const ask = (encoding: string) => app.request('/', { headers: { 'Accept-Encoding': encoding } });
  const [plain, br, gzip] = [await app.request('/'), await ask('gzip, br'), await ask('gzip')];
  const html = await plain.text();
  expect(html).toContain('<title>Dubkit /</title>');
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Sec-GPC',
  });
  const all = (name: string) => [plain, br, gzip].map(({ headers }) => headers.get(name));
  expect(all('Content-Encoding')).toEqual([null, 'br', 'gzip']);
  const bytes = Buffer.from(await br.arrayBuffer());
  expect(brotliDecompressSync(bytes).toString()).toBe(html);
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(html);
  expect(br.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(new Set(all('ETag')).size).toBe(3);
  const head = await app.request('/', { method: 'HEAD' });
  for (const { headers } of [head, plain])
    for (const name of ['X-Request-Id', 'Date']) headers.delete(name);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(plain.headers));
  expect(await head.text()).toBe('');
  const posted = await app.request('/', { method: 'POST' });
  expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});

test('a page that the client already has answers 304 without a body; Sec-GPC: 1, and no other value, gets its own variant', async () => {
  const { app } = await createTestApp();
  const ask = (name: string, value: string, path = '/') =>
    app.request(path, { headers: { [name]: value } });
  const [own, other] = [await ask('Sec-GPC', '1'), await ask('Sec-GPC', '0')];
  expect(await own.text()).toContain('gpc true');
  expect(await other.text()).toContain('gpc false');
  const etag = other.headers.get('ETag') ?? '';
  expect(own.headers.get('ETag')).not.toBe(etag);
  const answer = await ask('If-None-Match', etag);
  expect([answer.status, await answer.text()]).toEqual([304, '']);
  expect(answer.headers.get('ETag')).toBe(etag);
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Sec-GPC');
  expect(answer.headers.get('Content-Type')).toBeNull();
  expect((await ask('If-None-Match', etag, '/about')).status).toBe(200);
  expect((await ask('If-None-Match', '*', '/nothing')).status).toBe(404);
});

const MOVED = [
  ['/about/?utm_source=a&b=%2F', 308, '/about?utm_source=a&b=%2F'],
  ['/about//', 308, '/about'],
  // The home page of a language ends with a slash, and a language is in lower case.
  ['/de?utm_source=x', 308, '/de/?utm_source=x'],
  ['/de///', 308, '/de/'],
  ['/de/about/', 308, '/de/about'],
  ['/De', 301, '/de/'],
  ['/DE/about?utm_source=A', 301, '/de/about?utm_source=A'],
  ['/de/About/', 301, '/de/about'],
] as const;

test('a page has one address, and others redirect to it with their query', async () => {
  const { app } = await createTestApp();
  for (const [path, status, target] of MOVED) {
    const answer = await app.request(path);
    expect([answer.status, answer.headers.get('Location')], path).toEqual([status, target]);
  }
});

const FOUND = [
  [200, 'en', ['/about']],
  [200, 'de', ['/de/about', '/de/']],
  [404, 'de', ['/de/gone', '/DE/gone', '/de/gone/further']],
  [404, 'en', ['/xx/about', '/design', '/EN/about', '/en/about', '/de%2f', '/ABOUT', '/assets/']],
  [404, 'en', ['//', '//evil.test/', '//about/', '/%', '/%ff', '/..%2f']],
] as const;

test('each language has its pages below its prefix, and its own not-found page', async () => {
  const { app } = await createTestApp();
  for (const [status, language, paths] of FOUND)
    for (const path of paths) {
      const answer = await app.request(`http://localhost${path}`);
      const html = await answer.text();
      expect(html, path).toContain(`lang="${language}"`);
      const found = [!html.includes('<title>Dubkit /404<'), answer.headers.get('ETag') !== null];
      expect([answer.status, ...found], path).toEqual([status, status === 200, status === 200]);
    }
});

test('hashed files are immutable, others are revalidated, and build metadata is not served', async () => {
  const { app } = await openFiles();
  const headersOf = async (path: string) => {
    const answer = await app.request(path, { headers: { 'Accept-Encoding': 'br' } });
    return Object.fromEntries(answer.headers);
  };
  expect(await headersOf('/assets/app-abc123.js')).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  // What is for documents would only cost bytes. A picture may be opened as one.
  expect(await headersOf('/assets/app-abc123.js')).not.toHaveProperty('content-security-policy');
  expect(await headersOf('/favicon.svg')).toHaveProperty('content-security-policy');
  expect(await headersOf('/assets/none.js')).toHaveProperty('content-security-policy');
  expect(await headersOf('/favicon.svg')).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
  });
  // Other sites may embed social images, and nothing else.
  expect(await headersOf('/social/home.png')).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
  });
  const build = ['/manifest.json', '/kept.json', '/assets/app-abc123.js.br'];
  for (const path of [...build, '/social/none.png']) {
    const { status, headers } = await app.request(path);
    expect([status, headers.get('Cross-Origin-Resource-Policy')]).toEqual([404, 'same-origin']);
  }
});

test('parts of a recording are served, as players ask for them', async () => {
  const { app } = await openFiles();
  const ask = async (headers: Record<string, string> = {}) => {
    const answer = await app.request('/media/de.opus', { headers });
    return { answer: [answer.status, await answer.text()], headers: answer.headers };
  };
  const whole = await ask();
  expect(whole.answer).toEqual([200, 'recording']);
  expect(whole.headers.get('Accept-Ranges')).toBe('bytes');
  const part = await ask({ Range: 'bytes=2-4', 'If-Range': whole.headers.get('ETag') ?? '' });
  expect(part.answer).toEqual([206, 'cor']);
  expect(part.headers.get('Content-Range')).toBe('bytes 2-4/9');
  expect(part.headers.get('Content-Length')).toBe('3');
  const beyond = await ask({ Range: 'bytes=9-' });
  expect([...beyond.answer, beyond.headers.get('Content-Range')]).toEqual([416, '', 'bytes */9']);
  expect((await ask({ Range: 'bytes=2-4', 'If-Range': '"older"' })).answer[0]).toBe(200);
});

test('page views count known pages, including 304, but never HEAD, files or what no person views', async () => {
  const { app, flush, database } = await openFiles();
  const navigation = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };
  const ask = (path: string, method = 'GET', more = {}) =>
    app.request(path, { method, headers: { ...navigation, ...more } });
  const etag = (await ask('/')).headers.get('ETag') ?? '';
  await ask('/', 'GET', { 'If-None-Match': etag });
  await ask('/about?utm_source=a');
  await ask('/', 'HEAD');
  for (const path of ['/nothing', '/about/', '/favicon.svg']) await ask(path);
  expect((await ask('/', 'GET', { 'Sec-Purpose': 'prefetch' })).status).toBe(200);
  await flush();
  expect(await rowsOf(database, 'page_counts')).toEqual([
    { day: '2026-03-14', path: '/', count: 2 },
    { day: '2026-03-14', path: '/about', count: 1 },
  ]);
});
