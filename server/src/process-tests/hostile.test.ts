import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../node/serve.ts';
import { grantConsent } from '../store/testing/store-contract-data.ts';
import { postJson } from '../testing/data/visitor.ts';
import { ATTACKS } from '../testing/hostile/attacks.ts';
import { createTestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const MB = 2 ** 20;

test.each(Object.entries(ATTACKS))('%s is answered, and stores nothing', async (_, attack) => {
  const { path, body, headers = {}, status } = attack;
  const { app, store, database } = await createTestApp();
  await grantConsent(store);
  expect((await app.request(path, { method: 'POST', body, headers })).status).toBe(status);
  expect(await rowsOf(database, 'events')).toEqual([]);
});

test('slow bodies of one client leave room for a visitor, even behind a proxy', async () => {
  const { app } = await createTestApp({ config: { trustedProxies: 1 } });
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  answer(app.fetch);
  onTestFinished(close);
  const answers: string[] = [];
  const sockets = Array.from({ length: 80 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (chunk) => answers.push(String(chunk).split('\r\n')[0] ?? ''));
    socket.write(
      `POST /ingest/batch/ HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: ${6 * MB}\r\n\r\n`,
    );
    return socket;
  });
  for (const socket of sockets) socket.write('x'.repeat(MB));
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(16);
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 503 Service Unavailable']));
  expect(sockets.length - answers.length).toBeGreaterThan(50); // the others continue
  const row = { name: 'Jane', email: 'jane@example.org', signup_type: 'beta' };
  const visitor = await postJson(
    `${url}/rest/v1/notifyme_signups`,
    { ...row, use_case: 'x'.repeat(5_000) },
    { 'X-Forwarded-For': '192.0.2.2', apikey: 'public-anon-key' },
  );
  expect(visitor.status).toBe(201);
}, 120_000);
