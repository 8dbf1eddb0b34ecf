import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createRequests } from '../testing/requests.ts';
import { sameOrigin } from './same-origin.ts';

async function ask(headers: Record<string, string>, siteUrl = 'https://www.unrelated.test') {
  const app = new Hono().use(sameOrigin(siteUrl)).all('/*', (c) => c.text('done'));
  const init = { method: 'POST', headers };
  const answer = await createRequests(app.fetch).request('http://site.test/api/x', init);
  return answer.status === 200 ? 'done' : ((await answer.json()) as { code: string }).code;
}

test.each([
  {},
  { Origin: 'http://site.test' },
  { Origin: 'https://site.test' }, // by https, behind a proxy
  { Origin: 'https://site.test', Host: 'site.test:443' },
  { Origin: 'http://localhost:3000', Host: 'localhost:3000' },
  { 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'none' }, // typed by the visitor
])('what site.test is asked with %j is done', async (headers) => {
  expect(await ask(headers as Record<string, string>)).toBe('done');
});

test.each([
  { Origin: 'https://evil.test' },
  { Origin: 'http://site.test:8080' },
  { Origin: 'http://www.site.test' },
  { Origin: 'http://site.test.evil.test' },
  { Origin: 'http://site.test@evil.test' },
  { Origin: 'null' },
  { Origin: '' },
  { Origin: 'file://site.test' },
  { Origin: 'http://' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://site.test' },
])('what site.test is asked with %j is refused', async (headers) => {
  expect(await ask(headers as Record<string, string>)).toBe('cross_origin');
});

test("the host of the site's address is also its own, whatever host a proxy asks for", async () => {
  const headers = { Origin: 'https://www.example.com', Host: '10.0.0.7:3000' };
  expect(await ask(headers, 'https://www.example.com')).toBe('done');
  expect(await ask(headers)).toBe('cross_origin');
});
