import { expect, test, vi } from 'vitest';
import { grantOnPage, postJson } from '../testing/data/visitor.ts';
import { createProject, query, startListening } from '../testing/sites/server-process.ts';

/** Each test starts two servers, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 90_000 });

const consentId = '0190a000-0000-7000-8000-000000000001';
const sessionId = '0190a000-0000-7000-8000-000000000003';

// The process is killed as soon as the last answer arrives, so the server can write nothing afterwards.

test('acknowledged consents, refusals, events and signups of many simultaneous visitors survive kill -9, and are known when sent again', async () => {
  const root = createProject();
  const { url, stop } = await startListening(root, { RATE_LIMITS: 'off' });
  await grantOnPage(url, consentId);
  const signUp = (to: string, email: string) => {
    const row = { name: 'Jane', email, signup_type: 'notifyme' };
    return postJson(`${to}/rest/v1/notifyme_signups`, row, { apikey: 'public-anon-key' });
  };
  const refusal = {
    consentId: null,
    revision: 1,
    analytics: false,
    source: 'banner',
    language: 'en',
  };
  const refused = postJson(`${url}/api/consents`, { ...refusal, textHash: '0'.repeat(64) });
  expect((await refused).status).toBe(201);
  const now = new Date().toISOString();
  const eventsOf = (index: number) => {
    const id = `0195a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const properties = { percent_scrolled: 25 };
    const events = [{ id, name: 'scroll', timestamp: now, properties }];
    return { consentId, sessionId, sentAt: now, events };
  };
  const answers = Array.from({ length: 40 }, async (_, index) => {
    const [event, row] = await Promise.all([
      postJson(`${url}/api/events`, eventsOf(index)),
      signUp(url, `jane${index}@example.org`),
    ]);
    return [event.status, row.status];
  });
  expect(new Set((await Promise.all(answers)).flat())).toEqual(new Set([200, 201]));
  await stop('SIGKILL');
  const again = await startListening(root);
  expect((await signUp(again.url, 'jane0@example.org')).status).toBe(409);
  const repeated = await postJson(`${again.url}/api/events`, eventsOf(0));
  expect(await repeated.json()).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
  const rows = ['consents', 'events', 'notifyme_signups', 'consent_refusals'].map(
    (table) => query(root, `SELECT * FROM ${table}`).length,
  );
  expect(rows).toEqual([1, 40, 40, 1]);
});
