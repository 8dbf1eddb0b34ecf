import { expect, test } from 'vitest';
import type { EventProperties } from '#shared/events';
import { grant, JANE } from '../store/testing/store-contract-data.ts';
import {
  createIds,
  createTestApp,
  NOON,
  type TestApp,
  type TestAppOptions,
} from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const at = (ms: number) => new Date(ms).toISOString();
const newId = createIds();
const scroll = (change: object = {}) => ({
  id: newId(),
  name: 'scroll',
  timestamp: at(NOON),
  properties: { percent_scrolled: 25 },
  ...change,
});
const envelope = (change: object = {}) => ({
  consentId: JANE,
  sessionId: newId(),
  sentAt: at(NOON),
  context: { path: '/', viewport: 'large' },
  events: [scroll()],
  ...change,
});

/** The application, with Jane's grant on record. */
async function createApp(options?: TestAppOptions) {
  const site = await createTestApp(options);
  await decide(site, true);
  return site;
}

const decide = ({ store }: TestApp, analytics: boolean) =>
  store.recordDecision(grant({ analytics }));

async function post({ app }: TestApp, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...headers },
    body: text,
  };
  const answer = await app.request('/api/events', init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const rows = ({ database }: TestApp) => rowsOf(database, 'events');

test('every event is accepted with exactly its properties', async () => {
  const site = await createApp();
  const properties = {
    form_submit: { form_type: 'beta', event_label: 'success', email_domain: 'example.org' },
    button_click: { button_name: 'Beta Access', click_location: 'header' },
    section_view: { section_name: 'hero' },
    scroll: { percent_scrolled: 100 },
  } satisfies EventProperties;
  const events = Object.entries(properties).map(([name, own]) => scroll({ name, properties: own }));
  const context = {
    path: '/',
    referrerHost: 'news.example',
    utm: { source: 'letter', campaign: 'spring' },
    viewport: 'small',
    language: 'pt-BR',
  };
  const { status, body } = await post(site, envelope({ events, context }));
  expect([status, body]).toEqual([200, { accepted: 4, duplicates: 0, rejected: [] }]);
  const kept = (await rows(site)).map((row) => [
    row['name'],
    JSON.parse(String(row['properties'])),
  ]);
  expect(Object.fromEntries(kept)).toEqual(properties);
  expect((await rows(site))[0]).toMatchObject({
    path: '/',
    referrer_host: 'news.example',
    utm_source: 'letter',
    utm_medium: null,
    utm_campaign: 'spring',
    viewport: 'small',
    language: 'pt-BR',
    occurred_at: NOON,
    received_at: NOON,
  });
});

test('the context is optional', async () => {
  const site = await createApp();
  expect((await post(site, envelope({ context: undefined }))).body).toMatchObject({ accepted: 1 });
  expect(await rows(site)).toMatchObject([{ path: null, viewport: null, language: null }]);
});

test('a repeated id is a duplicate, even within a request and in upper case', async () => {
  const site = await createApp();
  const once = scroll();
  const again = { ...once, id: once.id.toUpperCase() };
  const first = await post(site, envelope({ events: [once, again] }));
  expect(first.body).toEqual({ accepted: 1, duplicates: 1, rejected: [] });
  const second = await post(site, envelope({ events: [once] }));
  expect(second.body).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
  expect(await rows(site)).toHaveLength(1);
});

const BAD_EVENTS: [what: string, event: unknown][] = [
  ['another name', scroll({ name: 'page_view' })],
  ['no name', scroll({ name: undefined })],
  [
    'an unknown property',
    scroll({ properties: { percent_scrolled: 25, 'secret@example.org': 1 } }),
  ],
  [
    'a property too many in form_submit',
    scroll({
      name: 'form_submit',
      properties: {
        form_type: 'beta',
        event_label: 'success',
        email_domain: 'example.org',
        email: 'secret@example.org',
      },
    }),
  ],
  [
    'a property too many in button_click',
    scroll({
      name: 'button_click',
      properties: { button_name: 'Beta', click_location: 'header', text: 'secret' },
    }),
  ],
  [
    'a property too many in section_view',
    scroll({ name: 'section_view', properties: { section_name: 'hero', text: 'secret' } }),
  ],
  ['a missing property', scroll({ properties: {} })],
  ['a milestone that is none', scroll({ properties: { percent_scrolled: 33 } })],
  ['an id that is no UUID', scroll({ id: 'secret@example.org' })],
  ['a time that is none', scroll({ timestamp: 'now' })],
  ['an unknown field', scroll({ who: 'secret@example.org' })],
  ['null', null],
  ['a number', 7],
  [
    'an address as a button',
    scroll({
      name: 'button_click',
      properties: { button_name: 'secret@example.org', click_location: 'hero' },
    }),
  ],
  [
    'a whole address as a domain',
    scroll({
      name: 'form_submit',
      properties: { form_type: 'beta', event_label: 'error', email_domain: 'secret@example.org' },
    }),
  ],
  [
    'a domain whose only dot is its first character',
    scroll({
      name: 'form_submit',
      properties: { form_type: 'beta', event_label: 'error', email_domain: '.secret' },
    }),
  ],
  [
    'an encoded address as a domain',
    scroll({
      name: 'form_submit',
      properties: { form_type: 'beta', event_label: 'error', email_domain: 'secret%40example.org' },
    }),
  ],
];

test('a bad event is listed with a reason that echoes nothing, and its neighbours are stored', async () => {
  const site = await createApp();
  for (const [what, bad] of BAD_EVENTS) {
    const answer = await post(site, envelope({ events: [scroll(), bad, scroll()] }));
    const rejected = [{ index: 1, reason: expect.stringMatching(/\w/) }];
    expect(answer, what).toEqual({ status: 200, body: { accepted: 2, duplicates: 0, rejected } });
    expect(JSON.stringify(answer.body), what).not.toContain('secret');
  }
  expect(await rows(site)).toHaveLength(2 * BAD_EVENTS.length);
});

const BAD_CONTEXTS: [what: string, context: object][] = [
  ['a query string', { path: '/?name=secret' }],
  ['a fragment', { path: '/#secret' }],
  ['an address in the path', { path: '/u/secret@example.org' }],
  ['an encoded address in the path', { path: '/u/secret%40example.org' }],
  ['an address in utm', { path: '/', utm: { content: 'for secret@example.org' } }],
  ['an address as the referrer', { path: '/', referrerHost: 'secret@example.org' }],
  ['a referrer that is no host', { path: '/', referrerHost: 'https://example.org/secret' }],
];

test('a context with something personal rejects every event', async () => {
  const site = await createApp();
  for (const [what, context] of BAD_CONTEXTS) {
    const answer = await post(site, envelope({ context, events: [scroll(), scroll()] }));
    const rejected = [{ index: 0 }, { index: 1 }];
    expect(answer, what).toMatchObject({ status: 200, body: { accepted: 0, rejected } });
    expect(JSON.stringify(answer.body), what).not.toContain('secret');
  }
  expect(await rows(site)).toEqual([]);
});

const BAD_ENVELOPES: [what: string, body: unknown][] = [
  ['not JSON', '{'],
  ['nothing', ''],
  ['no consentId', envelope({ consentId: undefined })],
  ['a consentId that is no UUID', envelope({ consentId: 'none' })],
  ['no sessionId', envelope({ sessionId: undefined })],
  ['no sentAt', envelope({ sentAt: undefined })],
  ['no events', envelope({ events: [] })],
  ['101 events', envelope({ events: Array.from({ length: 101 }, () => scroll()) })],
  ['an unknown field', envelope({ 'secret@example.org': 1 })],
  ['another viewport', envelope({ context: { path: '/', viewport: 'huge' } })],
  ['a language that the site does not have', envelope({ context: { path: '/', language: 'it' } })],
  ['a relative path', envelope({ context: { path: 'about' } })],
  ['an array', [envelope()]],
];

test('another envelope answers 400 with its issues', async () => {
  const site = await createApp();
  for (const [what, body] of BAD_ENVELOPES) {
    const answer = await post(site, body);
    const issues = { code: 'invalid_request', issues: [{}] };
    expect(answer, what).toMatchObject({ status: 400, body: issues });
    expect(JSON.stringify(answer.body), what).not.toContain('secret');
  }
  expect(await rows(site)).toEqual([]);
});

test('100 events are accepted', async () => {
  const events = Array.from({ length: 100 }, () => scroll());
  expect((await post(await createApp(), envelope({ events }))).body).toMatchObject({
    accepted: 100,
  });
});

test('without a consent in force nothing is stored: 403', async () => {
  const refused = [403, expect.objectContaining({ code: 'consent_required' })];
  const check = async (site: TestApp, body: object, headers?: Record<string, string>) => {
    const answer = await post(site, body, headers);
    expect([answer.status, answer.body]).toEqual(refused);
    expect(await rows(site)).toEqual([]);
  };
  const site = await createApp();
  await check(site, envelope({ consentId: newId() }));
  await check(site, envelope(), { 'Sec-GPC': '1' });
  await check(site, envelope(), { 'Sec-GPC': '1, 1' });
  await check(site, envelope({ consentId: newId(), events: [null] }));
  site.clock.now += 183 * 86_400_000;
  await check(site, envelope());
  await check(await createApp({ revision: 2 }), envelope());
  const withdrawn = await createApp();
  await decide(withdrawn, false);
  await check(withdrawn, envelope());
});

test.each<[string, number, number, number]>([
  ['a clock that is right', NOON - 5000, NOON - 100, NOON - 5000],
  ['30 s off is travel time', NOON - 31_000, NOON - 30_000, NOON - 31_000],
  ['a clock an hour behind', NOON - 3_605_000, NOON - 3_600_000, NOON - 5000],
  ['a clock an hour ahead', NOON + 3_595_000, NOON + 3_600_000, NOON - 5000],
  ['23 h ahead', NOON + 23 * 3_600_000, NOON, NOON + 23 * 3_600_000],
  ['more than 23 h ahead', NOON + 23 * 3_600_000 + 1, NOON, NOON],
  ['the start of 1970', 0, NOON, 0],
  ['before 1970', -1, NOON, NOON],
])('%s: the time is corrected and frozen', async (_, timestamp, sentAt, occurredAt) => {
  const site = await createApp();
  const events = [scroll({ timestamp: at(timestamp) })];
  await post(site, envelope({ events, sentAt: at(sentAt) }));
  expect(await rows(site)).toMatchObject([{ occurred_at: occurredAt, received_at: NOON }]);
});

test('a body over 256 KiB answers 413, and one of that size is read', async () => {
  const site = await createApp();
  const body = JSON.stringify(envelope());
  expect((await post(site, body.padEnd(256 * 1024 + 1))).status).toBe(413);
  expect((await post(site, body.padEnd(256 * 1024))).status).toBe(200);
});

test('bytes that are not UTF-8 are refused as JSON', async () => {
  const { app } = await createApp();
  const text = JSON.stringify(envelope({ context: { path: '/X' } }));
  const body = Buffer.from(text);
  body[text.indexOf('/X') + 1] = 0xff;
  expect((await app.request('/api/events', { method: 'POST', body })).status).toBe(400);
});
