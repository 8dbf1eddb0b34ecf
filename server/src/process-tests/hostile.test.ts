import { expect, test } from 'vitest';
import { listen, requestOf, send } from '../edge/node/testing/serve-for-test.ts';
import { postJson } from '../testing/data/visitor.ts';
import { ATTACKS } from '../testing/hostile/attacks.ts';
import { openIngestSite } from '../testing/sites/ingest-site.ts';
import { createTestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const MB = 2 ** 20;

test('each attack is answered, and stores nothing', async () => {
  const { app, database } = await openIngestSite();
  for (const [name, { path, body, headers = {}, status }] of Object.entries(ATTACKS)) {
    const answer = await app.request(path, { method: 'POST', body, headers });
    expect(answer.status, name).toBe(status);
    expect(await rowsOf(database, 'events'), name).toEqual([]);
  }
});

test('slow bodies of one client leave room for a visitor, even behind a proxy', async () => {
  const { app } = await createTestApp({ config: { trustedProxies: 1 } });
  const { url } = await listen(app.fetch);
  const headers = `X-Forwarded-For: 192.0.2.1\r\nContent-Length: ${6 * MB}\r\n`;
  const slow = requestOf('POST /ingest/batch/', headers);
  const clients = Array.from({ length: 80 }, () => send(url, slow));
  for (const { socket } of clients) socket.write('x'.repeat(MB));
  const answered = () => clients.filter(({ received }) => received !== '');
  await expect.poll(() => answered().length).toBeGreaterThanOrEqual(16);
  for (const { received } of answered())
    expect(received).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n.*^Retry-After: 5\r\n/ims);
  expect(clients.length - answered().length).toBeGreaterThan(50); // the others continue
  const row = { name: 'Jane', email: 'jane@example.org', signup_type: 'beta' };
  const visitor = await postJson(
    `${url}/rest/v1/notifyme_signups`,
    { ...row, use_case: 'x'.repeat(5_000) },
    { 'X-Forwarded-For': '192.0.2.2', apikey: 'public-anon-key' },
  );
  expect(visitor.status).toBe(201);
}, 120_000);
