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

test.each<[headers: Record<string, string>, answer: string]>([
  [{}, 'done'],
  [{ Origin: 'http://site.test' }, 'done'],
  [{ Origin: 'https://site.test' }, 'done'], // by https, behind a proxy
  [{ Origin: 'https://site.test', Host: 'site.test:443' }, 'done'],
  [{ Origin: 'http://localhost:3000', Host: 'localhost:3000' }, 'done'],
  [{ 'Sec-Fetch-Site': 'same-origin' }, 'done'],
  [{ 'Sec-Fetch-Site': 'none' }, 'done'], // typed by the visitor
  [{ Origin: 'https://evil.test' }, 'cross_origin'],
  [{ Origin: 'http://site.test:8080' }, 'cross_origin'],
  [{ Origin: 'http://www.site.test' }, 'cross_origin'],
  [{ Origin: 'http://site.test.evil.test' }, 'cross_origin'],
  [{ Origin: 'http://site.test@evil.test' }, 'cross_origin'],
  [{ Origin: 'null' }, 'cross_origin'],
  [{ Origin: '' }, 'cross_origin'],
  [{ Origin: 'file://site.test' }, 'cross_origin'],
  [{ Origin: `http://site.test:${'0'.repeat(300)}80` }, 'cross_origin'], // longer than any
  [{ Origin: 'http://' }, 'cross_origin'],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 'cross_origin'],
  [{ 'Sec-Fetch-Site': 'same-site' }, 'cross_origin'],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://site.test' }, 'cross_origin'],
])('what site.test is asked with %j is answered: %s', async (headers, answer) => {
  expect(await ask(headers)).toBe(answer);
});

test("the host of the site's address is also its own, whatever host a proxy asks for", async () => {
  const headers = { Origin: 'https://www.example.com', Host: '10.0.0.7:3000' };
  expect(await ask(headers, 'https://www.example.com')).toBe('done');
  expect(await ask(headers)).toBe('cross_origin');
});
