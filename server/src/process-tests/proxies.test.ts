import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test as anyTest, describe, expect, onTestFinished, vi } from 'vitest';
import { listen } from '../edge/node/testing/serve-for-test.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import { mailPaths } from '../signups/mail-page-routes.ts';
import { cookie, grant } from '../testing/data/consent-requests.ts';
import { PROXIES, SERVER_NAME, startProxy } from '../testing/programs/proxies.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { createTestApp } from '../testing/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

type Ask = RequestOptions & { body?: string; from?: string };

/** Starts the proxy in front of a server. */
async function openProxy(name: keyof typeof PROXIES, url: string) {
  const proxy = await startProxy(name, Number(new URL(url).port));
  const { https: port, certificate: ca } = proxy;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  onTestFinished(() => agent.destroy());

  /** Sends a request from this address of this machine. */
  async function ask(path: string, { body, from = '127.0.0.2', ...init }: Ask = {}) {
    const sent = request({
      ...{ host: '127.0.0.1', servername: SERVER_NAME, port, ca, path, localAddress: from },
      ...init,
      headers: { Host: SERVER_NAME, ...init.headers },
    });
    sent.end(body);
    return { ...(await answerOf(sent)), reused: sent.reusedSocket };
  }
  return { proxy, agent, ask };
}

async function answerOf(sent: ReturnType<typeof request>) {
  const [answer] = await once(sent, 'response');
  return {
    status: answer.statusCode as number,
    headers: answer.headers as Record<string, string>,
    text: await text(answer),
  };
}

async function open(name: keyof typeof PROXIES) {
  const { app, allLines } = await createTestApp({
    config: { trustedProxies: 1, rateLimits: true },
  });
  const { url, server, close } = await listen(app.fetch);
  let connections = 0;
  server.on('connection', () => void connections++);
  return {
    ...{ url, close, allLines, connections: () => connections },
    ...(await openProxy(name, url)),
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const signup = (count: number, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  headers: { apikey: 'public-anon-key', ...JSON_TYPE, ...headers },
  body: JSON.stringify({ name: 'Jane', email: `j${count}@example.org`, signup_type: 'notifyme' }),
});
const SIGNUPS = '/rest/v1/notifyme_signups';

const TOKEN = 'a-token-for-everything';
const SITE_URL = `https://${SERVER_NAME}`;
const SETTINGS = {
  ...{ TRUST_PROXY: '1', SITE_URL, SMTP_URL: 'smtp://127.0.0.1:9' },
  ...{ GROWTH_TOKEN: TOKEN, METRICS_TOKEN: TOKEN, RATE_LIMITS: 'off' },
};

type Answer = Awaited<ReturnType<typeof answerOf>>;
type AskFor = (path: string) => Promise<Answer>;

/** Returns what a browser ends with that asks for this path. */
async function follow(ask: AskFor, path: string) {
  let at = path;
  for (let hop = 0; hop < 5; hop++) {
    const { status, headers, text } = await ask(at);
    const { location, 'content-type': type, 'cache-control': cached } = headers;
    if (location === undefined) {
      const body = cached === 'no-store' ? null : createHash('sha1').update(text).digest('hex');
      return { at, status, type, body };
    }
    const { protocol, hostname, pathname, search } = new URL(location, `${SITE_URL}${at}`);
    if (`${protocol}//${hostname}` !== SITE_URL) return { at: location };
    at = pathname + search;
  }
  return { at: `${at}, in a loop` };
}

const read = (file: string) => readFileSync(join(findProjectRoot(), file), 'utf8');
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, path = '']) => path);

/** Returns every path of the site and of the console, with and without a slash at the end. */
function everyPath(sitemap: string) {
  const pages = found(sitemap, new RegExp(`${SITE_URL}(/[^"<]*)`, 'g'));
  const files = readdirSync(join(findProjectRoot(), 'dist/client'), { recursive: true });
  const words = JSON.parse(read('client/src/console/words/en/common.json')) as { views: object };
  const views = Object.keys(words.views);
  const api = found(read('docs/openapi.json'), /^ {4}"(\/growth\S+)": \{$/gm);
  expect(Math.min(...[pages, files, views, api].map(({ length }) => length))).toBeGreaterThan(6);
  const paths = [
    ...[...pages, ...mailPaths, ...api, ...OTHERS],
    ...files.map((file) => `/${file}`).filter((file) => !/\.(br|gz)$/.test(file)),
    ...views.map((view) => `/growth?view=${view}`),
  ];
  const both = paths.flatMap((path) => {
    const [bare = '', query = ''] = path.split(/\/*(\?.*|$)/);
    return [`${bare || '/'}${query}`, `${bare}/${query}`];
  });
  return [...new Set(both)];
}

const OTHERS = [
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/de/manifest.webmanifest'],
  ...['/healthz', '/readyz', '/metrics', '/api', '/api/consents', '/api/events', '/api/my-data'],
  ...['/api/confirmations', '/rest', '/rest/v1', SIGNUPS, '/ingest', '/ingest/batch', '/growth'],
  ...['/growth/api', '/nothing', '/de/nothing', '/De/About', '/%61bout', '//growth', '/media'],
];

describe.each(['nginx', 'Caddy'] as const)('behind %s', (name) => {
  const test = anyTest.skipIf(!PROXIES[name].find());

  test('each client is counted by its own address, whatever it writes into X-Forwarded-For', async () => {
    const { ask } = await open(name);
    for (let count = 0; count < 20; count++) {
      const spoofed = { 'X-Forwarded-For': `198.51.100.${count}` };
      expect((await ask(SIGNUPS, signup(count, spoofed))).status).toBe(201);
    }
    const refused = await ask(SIGNUPS, signup(20, { 'X-Forwarded-For': '203.0.113.9' }));
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await ask(SIGNUPS, { ...signup(21), from: '127.0.0.3' })).status).toBe(201);
  });

  test('the site is https: HSTS, Secure cookies, HTTP/2, and http redirects to it', async () => {
    const { url, proxy, ask } = await open(name);
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');

    const decided = await ask('/api/consents', {
      method: 'POST',
      headers: { ...JSON_TYPE, Origin: `https://${SERVER_NAME}`, Cookie: cookie() },
      body: JSON.stringify(grant),
    });
    expect(decided.status).toBe(201);
    expect(String(decided.headers['set-cookie'])).toMatch(/^cc_cookie=.*; Secure/);

    const { certificate: ca, https, http } = proxy;
    const session = connectHttp2(`https://127.0.0.1:${https}`, { ca, servername: SERVER_NAME });
    onTestFinished(() => session.close());
    const stream = session.request({ ':path': '/', ':authority': SERVER_NAME });
    expect((await once(stream, 'response'))[0][':status']).toBe(200);
    stream.close();

    const plain = await fetch(`http://127.0.0.1:${http}/about?a=b`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('Location')).toBe(`https://${SERVER_NAME}/about?a=b`);
    expect((await fetch(url)).headers.get('Strict-Transport-Security')).toBeNull();
  });

  test('connections stay open, a body has the limit of its path, a request has one id in both logs, and the log of the proxy names no client', async () => {
    const { close, allLines, connections, proxy, agent, ask } = await open(name);
    const reused: boolean[] = [];
    for (let count = 0; count < 60; count++) reused.push((await ask('/', { agent })).reused);
    expect(reused).toEqual([false, ...Array(59).fill(true)]);
    expect(connections()).toBe(1);

    const large = await ask('/api/events', { method: 'POST', body: 'x'.repeat(300 * 1024) });
    expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'payload_too_large']);
    const id = large.headers['x-request-id'] ?? '';
    expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(allLines.join()).toContain(`"requestId":"${id}"`);

    await close();
    expect((await ask('/')).status).toBe(502);
    const [nothing, noClient] = ['', expect.not.stringContaining('127.0.0.2')];
    expect(await proxy.logged()).toEqual(name === 'nginx' ? nothing : noClient);
  });

  test('every path leads to the same answer as at the server, with and without a slash at its end', async () => {
    const { url } = await startListening(createProject(), SETTINGS);
    const { proxy, ask } = await openProxy(name, url);
    // So few at once that no report is refused.
    const few = { keepAlive: true, maxSockets: 4 };
    const [agent, own] = [new Agent({ ...few, ca: proxy.certificate }), new HttpAgent(few)];
    onTestFinished(() => {
      for (const one of [agent, own]) one.destroy();
    });
    const Authorization = `Bearer ${TOKEN}`;
    const direct: AskFor = (path) => {
      const forwarded = { 'X-Forwarded-For': '127.0.0.2', 'X-Forwarded-Proto': 'https' };
      const headers = { Host: SERVER_NAME, Authorization, ...forwarded };
      return answerOf(requestHttp(`${url}${path}`, { agent: own, headers }).end());
    };
    const behind: AskFor = (path) => ask(path, { agent, headers: { Authorization } });
    const paths = everyPath((await direct('/sitemap.xml')).text);
    const all = (askFor: AskFor) =>
      Promise.all(paths.map(async (path) => [path, await follow(askFor, path)]));
    expect(await all(behind)).toEqual(await all(direct));
  });
});
