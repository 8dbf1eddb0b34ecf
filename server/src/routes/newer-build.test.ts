import { expect, test } from 'vitest';
import { grantConsent, JANE } from '../store/testing/store-contract-data.ts';
import { grant, post } from '../testing/data/consent-requests.ts';
import { ENDPOINTS, sendThrough } from '../testing/data/event-endpoints.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';

const timestamp = new Date(NOON).toISOString();
const event = { id: JANE, name: 'scroll', timestamp, properties: { percent_scrolled: 25 } };
const envelope = { consentId: JANE, sessionId: JANE, sentAt: timestamp, events: [event] };
const text = {
  hash: 'a'.repeat(64),
  language: 'en',
  recipient: null,
  text: '{}',
  publishedAt: NOON,
};

async function openSite() {
  const site = await createTestApp();
  await grantConsent(site.store);
  const answerTo = async (sent: object) => {
    const body = JSON.stringify({ ...envelope, ...sent });
    const { status, headers } = await site.app.request('/api/events', { method: 'POST', body });
    return status === 503 ? `503, again in ${headers.get('Retry-After')} s` : status;
  };
  return { site, store: site.store, answerTo };
}

const LATER = '503, again in 5 s';

test('a page in a language that only a newer build has is asked to send everything again', async () => {
  const { site, store, answerTo } = await openSite();
  const italian = { context: { path: '/', language: 'it' } };
  const consent = { ...grant, language: 'it', textHash: 'i'.repeat(64) };
  expect(await answerTo(italian)).toBe(400);
  expect((await post(site, consent)).status).toBe(400);
  await store.publishConsentTexts([text, { ...text, language: 'it', hash: 'i'.repeat(64) }]);
  expect(await answerTo(italian)).toBe(LATER);
  expect((await post(site, consent)).status).toBe(503);
  expect(await answerTo({ context: { path: '/', language: 'xx' } })).toBe(400);
  expect(await answerTo({ unknown: 1 })).toBe(400);
  expect(await answerTo({})).toBe(200);
});

test('beside a newer build, events that this one would refuse are to be sent again', async () => {
  const { site, store, answerTo } = await openSite();
  await store.publishConsentTexts([{ ...text, hash: 'n'.repeat(64) }]);
  // The grant is for the older text.
  expect(await answerTo({})).toBe(LATER);
  for (const endpoint of ENDPOINTS)
    expect((await sendThrough(endpoint, site, [JANE])).status).toBe(503);
  await post(site, { ...grant, revision: 2, textHash: 'n'.repeat(64) });
  expect(await answerTo({ events: [event, { ...event, name: 'new' }] })).toBe(LATER);
  expect(await answerTo({ unknown: 1 })).toBe(LATER);
  expect(await answerTo({})).toBe(200);
});
