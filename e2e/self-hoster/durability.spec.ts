import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';

const consentId = '0190a000-0000-7000-8000-000000000001';
const eventId = '0190a000-0000-7000-8000-000000000002';
const sessionId = '0190a000-0000-7000-8000-000000000003';

function post(site: Site, path: string, body: object, headers: Record<string, string> = {}) {
  const all = { 'Content-Type': 'application/json', ...headers };
  return fetch(site.url + path, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

async function grant(site: Site) {
  const page = await (await fetch(site.url)).text();
  const textHash = /"textHash":"(\w+)"/.exec(page)?.[1];
  const decision = { consentId, revision: 1, analytics: true, source: 'banner', language: 'en' };
  return post(site, '/api/consents', { ...decision, textHash });
}

// Each of these kills the process the moment that the answer is there: nothing can be flushed after.

test('a signup that was answered 201 survives kill -9', async ({ site }) => {
  const row = { name: 'Ann', email: 'ann@example.org', signup_type: 'notifyme' };
  const answer = await post(site, '/rest/v1/notifyme_signups', row, { apikey: 'public-anon-key' });
  await site.kill();
  expect(answer.status).toBe(201);
  await site.restart();
  expect(site.query('SELECT name, email FROM notifyme_signups')).toEqual([
    { name: 'Ann', email: 'ann@example.org' },
  ]);
  const again = await post(site, '/rest/v1/notifyme_signups', row, { apikey: 'public-anon-key' });
  expect(again.status).toBe(409);
});

test('a consent that was answered 201 survives kill -9', async ({ site }) => {
  const answer = await grant(site);
  await site.kill();
  expect(answer.status).toBe(201);
  await site.restart();
  expect(site.query('SELECT consent_id, analytics FROM consents')).toEqual([
    { consent_id: consentId, analytics: 1 },
  ]);
});

test('a refusal that was answered 201 is still counted after kill -9', async ({ site }) => {
  const answer = await post(site, '/api/consents', {
    consentId: null,
    revision: 1,
    analytics: false,
    source: 'banner',
    language: 'en',
    textHash: '0'.repeat(64),
  });
  await site.kill();
  expect(answer.status).toBe(201);
  await site.restart();
  expect(site.query('SELECT source, count FROM consent_refusals')).toEqual([
    { source: 'banner', count: 1 },
  ]);
});

test('events that were answered 200 survive kill -9, and sent again are duplicates', async ({
  site,
}) => {
  await grant(site);
  const now = new Date().toISOString();
  const envelope = {
    consentId,
    sessionId,
    sentAt: now,
    events: [
      { id: eventId, name: 'section_view', timestamp: now, properties: { section_name: 'hero' } },
    ],
  };
  const answer = await post(site, '/api/events', envelope);
  await site.kill();
  expect(await answer.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  await site.restart();
  expect(site.query('SELECT id, name FROM events')).toEqual([
    { id: eventId, name: 'section_view' },
  ]);
  const again = await post(site, '/api/events', envelope);
  expect(await again.json()).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
});
