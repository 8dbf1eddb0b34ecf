import { expect, test } from 'vitest';
import type { EventProperties } from '#shared/events';
import { postJson } from '../edge/testing/site-requests.ts';
import { grant, grantConsent, JANE, newId } from '../store/testing/store-contract-data.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const at = (ms: number) => new Date(ms).toISOString();
const event = (name: string, properties: object, change: object = {}) => ({
  ...{ id: newId(), name, timestamp: at(NOON), properties, ...change },
});
const scroll = (change: object = {}) => event('scroll', { percent_scrolled: 25 }, change);
const scrolls = (count: number) => Array.from({ length: count }, () => scroll());
const envelope = (change: object = {}) => ({
  ...{ consentId: JANE, sessionId: newId(), sentAt: at(NOON) },
  ...{ context: { path: '/', viewport: 'large' }, events: [scroll()], ...change },
});

/** The application, with Jane's grant on record. */
async function createApp() {
  const site = await createTestApp();
  await grantConsent(site.store);
  return site;
}

async function post(site: TestApp, body: unknown, headers: Record<string, string> = {}) {
  const asText = { 'Content-Type': 'text/plain', ...headers };
  const answer = await postJson(site, '/api/events', body, asText);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const rows = ({ database }: TestApp) => rowsOf(database, 'events');

test('every event is accepted with exactly its properties and its context', async () => {
  const site = await createApp();
  const properties = {
    form_submit: { form_type: 'beta', event_label: 'success', email_domain: 'example.org' },
    button_click: { button_name: 'Beta Access', click_location: 'header' },
    section_view: { section_name: 'hero' },
    scroll: { percent_scrolled: 100 },
  } satisfies EventProperties;
  const events = Object.entries(properties).map(([name, own]) => event(name, own));
  const utm = { source: 'letter', campaign: 'spring', term: 'dub', content: 'top' };
  const place = { viewport: 'small', language: 'pt-BR' };
  const context = { path: '/', referrerHost: 'news.example', utm, ...place };
  const accepted = { accepted: 4, duplicates: 0, rejected: [] };
  expect(await post(site, envelope({ events, context }))).toEqual({ status: 200, body: accepted });
  const kept = await rows(site);
  const told = kept.map((row) => [row['name'], JSON.parse(String(row['properties']))]);
  expect(Object.fromEntries(told)).toEqual(properties);
  expect(kept[0]).toMatchObject({
    ...{ path: '/', referrer_host: 'news.example', ...place },
    ...{ utm_source: 'letter', utm_medium: null, utm_campaign: 'spring' },
    ...{ utm_term: 'dub', utm_content: 'top' },
    ...{ occurred_at: NOON, received_at: NOON },
  });
});

test('the context is optional, and a repeated id a duplicate, even within a request and in upper case', async () => {
  const site = await createApp();
  const once = scroll();
  const events = [once, { ...once, id: once.id.toUpperCase() }];
  const first = await post(site, envelope({ events, context: undefined }));
  expect(first.body).toEqual({ accepted: 1, duplicates: 1, rejected: [] });
  const second = await post(site, envelope({ events: [once] }));
  expect(second.body).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
  expect(await rows(site)).toMatchObject([{ path: null, viewport: null, language: null }]);
});

const submit = (more: object) =>
  event('form_submit', { form_type: 'beta', event_label: 'error', ...more });
const click = (more: object) => event('button_click', { click_location: 'hero', ...more });

const BAD_EVENTS: unknown[] = [
  scroll({ name: 'page_view' }),
  scroll({ name: undefined }),
  event('scroll', { percent_scrolled: 25, 'secret@example.org': 1 }),
  submit({ email_domain: 'example.org', email: 'secret@example.org' }),
  click({ button_name: 'Beta', text: 'secret' }),
  event('section_view', { section_name: 'hero', text: 'secret' }),
  event('scroll', {}),
  event('scroll', { percent_scrolled: 33 }),
  scroll({ id: 'secret@example.org' }),
  scroll({ timestamp: 'now' }),
  scroll({ who: 'secret@example.org' }),
  null,
  7,
  click({ button_name: 'secret@example.org' }),
  submit({ email_domain: 'secret@example.org' }),
  submit({ email_domain: '.secret' }),
  submit({ email_domain: 'secret%40example.org' }),
];

test('a bad event is listed with a reason that echoes nothing, and its neighbours are stored', async () => {
  const site = await createApp();
  for (const bad of BAD_EVENTS) {
    const answer = await post(site, envelope({ events: [scroll(), bad, scroll()] }));
    const rejected = [{ index: 1, reason: expect.stringMatching(/\w/) }];
    const what = JSON.stringify(bad);
    expect(answer, what).toEqual({ status: 200, body: { accepted: 2, duplicates: 0, rejected } });
    expect(JSON.stringify(answer.body), what).not.toContain('secret');
  }
  expect(await rows(site)).toHaveLength(2 * BAD_EVENTS.length);
});

// shared/src/text.test.ts has the other ways to write an address.
const BAD_CONTEXTS = [
  { path: '/?name=secret' },
  { path: '/#secret' },
  { path: '/confirm%3Ftoken=secret' },
  { path: '/u/secret@example.org' },
  { path: '/', utm: { source: 'letter', content: 'for secret@example.org' } },
  { path: '/', referrerHost: 'secret@example.org' },
  { path: '/', utm: { source: 'letter' }, referrerHost: 'https://example.org/secret' },
];

test('a context with something personal rejects every event', async () => {
  const site = await createApp();
  for (const context of BAD_CONTEXTS) {
    const answer = await post(site, envelope({ context, events: scrolls(2) }));
    const rejected = [{ index: 0 }, { index: 1 }];
    const what = JSON.stringify(context);
    expect(answer, what).toMatchObject({ status: 200, body: { accepted: 0, rejected } });
    expect(JSON.stringify(answer.body), what).not.toContain('secret');
  }
  expect(await rows(site)).toEqual([]);
});

const BAD_ENVELOPES: unknown[] = [
  '{',
  '',
  [envelope()],
  envelope({ consentId: undefined }),
  envelope({ consentId: 'none' }),
  envelope({ sessionId: undefined }),
  envelope({ sentAt: undefined }),
  envelope({ events: [] }),
  envelope({ events: scrolls(101) }),
  envelope({ 'secret@example.org': 1 }),
  envelope({ context: { path: '/', viewport: 'huge' } }),
  envelope({ context: { path: '/', language: 'it' } }),
  envelope({ context: { path: 'about' } }),
  Buffer.from(JSON.stringify(envelope({ context: { path: '/\xff' } })), 'latin1'), // not UTF-8
];

test('another envelope answers 400 with its issues, and more than 256 KiB 413; the most events and bytes that fit are accepted', async () => {
  const site = await createApp();
  for (const body of BAD_ENVELOPES) {
    const answer = await post(site, body);
    const what = String(JSON.stringify(body)).slice(0, 200);
    const issues = { code: 'invalid_request', issues: [{}] };
    expect(answer, what).toMatchObject({ status: 400, body: issues });
    expect(JSON.stringify(answer.body), what).not.toContain('secret');
  }
  expect(await rows(site)).toEqual([]);
  const most = await post(site, envelope({ events: scrolls(100) }));
  expect(most.body).toMatchObject({ accepted: 100 });
  const largest = JSON.stringify(envelope()).padEnd(256 * 1024);
  expect([(await post(site, largest)).status, (await post(site, `${largest} `)).status]).toEqual([
    200, 413,
  ]);
});

test('without a consent in force nothing is stored: 403', async () => {
  const site = await createApp();
  const check = async (change: object, headers?: Record<string, string>) => {
    const answer = await post(site, envelope(change), headers);
    expect([answer.status, answer.body['code']]).toEqual([403, 'consent_required']);
  };
  await check({ consentId: newId() });
  await check({ consentId: newId(), events: [null] });
  await check({}, { 'Sec-GPC': '1' });
  await site.store.recordDecision(grant({ analytics: false }));
  await check({});
  expect(await rows(site)).toEqual([]);
});

const TIMES: [what: string, timestamp: number, sentAt: number, occurredAt: number][] = [
  ['a clock that is right', NOON - 5000, NOON - 100, NOON - 5000],
  ['30 s off is travel time', NOON - 31_000, NOON - 30_000, NOON - 31_000],
  ['a clock an hour behind', NOON - 3_605_000, NOON - 3_600_000, NOON - 5000],
  ['a clock an hour ahead', NOON + 3_595_000, NOON + 3_600_000, NOON - 5000],
  ['23 h ahead', NOON + 23 * 3_600_000, NOON, NOON + 23 * 3_600_000],
  ['more than 23 h ahead', NOON + 23 * 3_600_000 + 1, NOON, NOON],
  ['the start of 1970', 0, NOON, 0],
  ['before 1970', -1, NOON, NOON],
];

test('the time of an event is corrected by the clock of its page, and frozen', async () => {
  const site = await createApp();
  for (const [what, timestamp, sentAt, occurredAt] of TIMES) {
    const events = [scroll({ timestamp: at(timestamp) })];
    await post(site, envelope({ events, sentAt: at(sentAt) }));
    const kept = { occurred_at: occurredAt, received_at: NOON };
    expect((await rows(site)).at(-1), what).toMatchObject(kept);
  }
});
