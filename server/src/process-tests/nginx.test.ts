import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { listen } from '../node/testing/serve-for-test.ts';
import { cookie, grant } from '../testing/data/consent-requests.ts';
import { findNginx } from '../testing/programs/find-programs.ts';
import { SERVER_NAME, startNginx } from '../testing/programs/nginx.ts';
import { createTestApp } from '../testing/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });
const nginx = findNginx();
const test = anyTest.skipIf(!nginx);

async function open() {
  const { app, allLines } = await createTestApp({
    config: { trustedProxies: 1, rateLimits: true },
  });
  const { url, server, close } = await listen(app.fetch);
  let connections = 0;
  server.on('connection', () => void connections++);
  const proxy = await startNginx(nginx ?? '', Number(new URL(url).port));
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: proxy.certificate });
  onTestFinished(() => agent.destroy());

  /** Sends a request from this address of this machine. */
  async function ask(path: string, { body, from = '127.0.0.2', ...init }: Ask = {}) {
    const { https: port, certificate: ca } = proxy;
    const sent = request({
      ...{ host: '127.0.0.1', servername: SERVER_NAME, port, ca, path, localAddress: from },
      ...init,
      headers: { Host: SERVER_NAME, ...init.headers },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return {
      status: answer.statusCode as number,
      headers: answer.headers as Record<string, string>,
      text: await text(answer),
      reused: sent.reusedSocket,
    };
  }
  return { url, close, allLines, connections: () => connections, proxy, agent, ask };
}

type Ask = RequestOptions & { body?: string; from?: string };

const JSON_TYPE = { 'Content-Type': 'application/json' };
const signup = (count: number, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  headers: { apikey: 'public-anon-key', ...JSON_TYPE, ...headers },
  body: JSON.stringify({ name: 'Jane', email: `j${count}@example.org`, signup_type: 'notifyme' }),
});
const SIGNUPS = '/rest/v1/notifyme_signups';

test('behind nginx each client is counted by its own address, whatever it writes into X-Forwarded-For', async () => {
  const { ask } = await open();
  for (let count = 0; count < 20; count++) {
    const spoofed = { 'X-Forwarded-For': `198.51.100.${count}` };
    expect((await ask(SIGNUPS, signup(count, spoofed))).status).toBe(201);
  }
  const refused = await ask(SIGNUPS, signup(20, { 'X-Forwarded-For': '203.0.113.9' }));
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await ask(SIGNUPS, { ...signup(21), from: '127.0.0.3' })).status).toBe(201);
});

test('behind nginx the site is https: HSTS, Secure cookies, HTTP/2, and http redirects to it', async () => {
  const { url, proxy, ask } = await open();
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

test("behind nginx connections stay open, a body has the limit of its path, a request has one id in both logs, and nginx's own log names no client", async () => {
  const { close, allLines, connections, proxy, agent, ask } = await open();
  const reused: boolean[] = [];
  for (let count = 0; count < 60; count++) reused.push((await ask('/', { agent })).reused);
  expect(reused).toEqual([false, ...Array(59).fill(true)]);
  expect(connections()).toBe(1);

  const large = await ask('/api/events', { method: 'POST', body: 'x'.repeat(300 * 1024) });
  expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'payload_too_large']);
  const id = large.headers['x-request-id'] ?? '';
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(allLines.join()).toContain(`"requestId":"${id}"`);

  await close();
  expect((await ask('/')).status).toBe(502);
  expect(proxy.errorLog()).toBe('');
});
