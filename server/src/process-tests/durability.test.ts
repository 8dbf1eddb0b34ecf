import { expect, test, vi } from 'vitest';
import { grantOnPage, postJson } from '../testing/data/visitor.ts';
import { createBuiltSite, startBuiltSite } from '../testing/sites/built-site.ts';
import { createProject, query, startListening } from '../testing/sites/server-process.ts';

/** Each test starts two servers, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 90_000 });

const consentId = '0190a000-0000-7000-8000-000000000001';
const eventId = '0190a000-0000-7000-8000-000000000002';
const sessionId = '0190a000-0000-7000-8000-000000000003';

async function grant(url: string) {
  const page = await (await fetch(url)).text();
  const textHash = /"textHash":"(\w+)"/.exec(page)?.[1];
  const decision = { consentId, revision: 1, analytics: true, source: 'banner', language: 'en' };
  return postJson(`${url}/api/consents`, { ...decision, textHash });
}

// Each test kills the process as soon as the answer arrives, so the server can write nothing afterwards.

test('a signup that was answered 201 survives kill -9', async () => {
  const root = createBuiltSite();
  const row = { name: 'Ann', email: 'ann@example.org', signup_type: 'notifyme' };
  const signUp = (url: string) =>
    postJson(`${url}/rest/v1/notifyme_signups`, row, { apikey: 'public-anon-key' });
  const { url, stop } = await startBuiltSite(root);
  const answer = await signUp(url);
  await stop('SIGKILL');
  expect(answer.status).toBe(201);
  const again = await startBuiltSite(root);
  expect(query(root, 'SELECT name, email FROM notifyme_signups')).toEqual([
    { name: 'Ann', email: 'ann@example.org' },
  ]);
  expect((await signUp(again.url)).status).toBe(409);
});

test('a consent that was answered 201 survives kill -9', async () => {
  const root = createBuiltSite();
  const { url, stop } = await startBuiltSite(root);
  const answer = await grant(url);
  await stop('SIGKILL');
  expect(answer.status).toBe(201);
  await startBuiltSite(root);
  expect(query(root, 'SELECT consent_id, analytics FROM consents')).toEqual([
    { consent_id: consentId, analytics: 1 },
  ]);
});

test('a refusal that was answered 201 is still counted after kill -9', async () => {
  const root = createBuiltSite();
  const { url, stop } = await startBuiltSite(root);
  const answer = await postJson(`${url}/api/consents`, {
    consentId: null,
    revision: 1,
    analytics: false,
    source: 'banner',
    language: 'en',
    textHash: '0'.repeat(64),
  });
  await stop('SIGKILL');
  expect(answer.status).toBe(201);
  await startBuiltSite(root);
  expect(query(root, 'SELECT source, count FROM consent_refusals')).toEqual([
    { source: 'banner', count: 1 },
  ]);
});

test('events that were answered 200 survive kill -9, and are duplicates when sent again', async () => {
  const root = createBuiltSite();
  const { url, stop } = await startBuiltSite(root);
  await grant(url);
  const now = new Date().toISOString();
  const properties = { section_name: 'hero' };
  const events = [{ id: eventId, name: 'section_view', timestamp: now, properties }];
  const envelope = { consentId, sessionId, sentAt: now, events };
  const answer = await postJson(`${url}/api/events`, envelope);
  await stop('SIGKILL');
  expect(await answer.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  const again = await startBuiltSite(root);
  expect(query(root, 'SELECT id, name FROM events')).toEqual([
    { id: eventId, name: 'section_view' },
  ]);
  const repeated = await postJson(`${again.url}/api/events`, envelope);
  expect(await repeated.json()).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
});

test('acknowledged writes of many simultaneous visitors survive kill -9', async () => {
  const root = createProject();
  const { url, stop } = await startListening(root, { RATE_LIMITS: 'off' });
  await grantOnPage(url, consentId);
  const signUp = (to: string, email: string) => {
    const row = { name: 'Jane', email, signup_type: 'notifyme' };
    return postJson(`${to}/rest/v1/notifyme_signups`, row, { apikey: 'public-anon-key' });
  };
  const now = new Date().toISOString();
  const answers = Array.from({ length: 40 }, async (_, index) => {
    const id = `0195a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const properties = { percent_scrolled: 25 };
    const events = [{ id, name: 'scroll', timestamp: now, properties }];
    const [event, row] = await Promise.all([
      postJson(`${url}/api/events`, { consentId, sessionId, sentAt: now, events }),
      signUp(url, `jane${index}@example.org`),
    ]);
    return [event.status, row.status];
  });
  expect(new Set((await Promise.all(answers)).flat())).toEqual(new Set([200, 201]));
  await stop('SIGKILL');
  const again = await startListening(root);
  expect((await signUp(again.url, 'jane0@example.org')).status).toBe(409);
  const rows = ['consents', 'events', 'notifyme_signups'].map(
    (table) => query(root, `SELECT * FROM ${table}`).length,
  );
  expect(rows).toEqual([1, 40, 40]);
});
