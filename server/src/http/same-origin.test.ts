import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createRequests } from '../testing/requests.ts';
import { sameOrigin } from './same-origin.ts';

async function ask(
  url: string,
  headers: Record<string, string>,
  siteUrl = 'https://www.unrelated.test',
) {
  const app = new Hono().use(sameOrigin(siteUrl)).all('/*', (c) => c.text('done'));
  const answer = await createRequests(app.fetch).request(url, { method: 'POST', headers });
  return answer.status === 200 ? 'done' : ((await answer.json()) as { code: string }).code;
}

const URL = 'http://site.test/api/x';

test.each<[string, Record<string, string>]>([
  ['neither header', {}],
  ['its own origin', { Origin: 'http://site.test' }],
  ['its own host by https, behind a proxy', { Origin: 'https://site.test' }],
  ['its own host with the port spelt out', { Origin: 'https://site.test', Host: 'site.test:443' }],
  ['the host asked for', { Origin: 'http://localhost:3000', Host: 'localhost:3000' }],
  ['same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ['typed by the visitor', { 'Sec-Fetch-Site': 'none' }],
])('%s is done', async (_, headers) => {
  expect(await ask(URL, headers)).toBe('done');
});

test.each<[string, Record<string, string>]>([
  ['another host', { Origin: 'https://evil.test' }],
  ['another port', { Origin: 'http://site.test:8080' }],
  ['a subdomain', { Origin: 'http://www.site.test' }],
  ['a host that begins alike', { Origin: 'http://site.test.evil.test' }],
  ['a user that looks like the host', { Origin: 'http://site.test@evil.test' }],
  ['null', { Origin: 'null' }],
  ['nothing', { Origin: '' }],
  ['another scheme', { Origin: 'file://site.test' }],
  ['no URL', { Origin: 'http://' }],
  ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['same-site', { 'Sec-Fetch-Site': 'same-site' }],
  [
    'cross-site with the own origin',
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://site.test' },
  ],
])('%s is refused', async (_, headers) => {
  expect(await ask(URL, headers)).toBe('cross_origin');
});

test("the host of the site's address is also its own, whatever host a proxy asks for", async () => {
  const headers = { Origin: 'https://www.example.com', Host: '10.0.0.7:3000' };
  expect(await ask(URL, headers, 'https://www.example.com')).toBe('done');
  expect(await ask(URL, headers)).toBe('cross_origin');
});
