import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { StoreUnavailableError } from '../store/store.ts';
import { grantConsent, JANE, JOHN } from '../store/testing/store-contract-data.ts';
import { grant, post } from '../testing/data/consent-requests.ts';
import { createIds, createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { openTestStore, rowsOf } from '../testing/test-database.ts';

const METRICS_TOKEN = 'a-token-of-this-test';
const newId = createIds();
const timestamp = new Date(NOON).toISOString();

const openSite = () => createTestApp({ config: { rateLimits: true, metricsToken: METRICS_TOKEN } });

interface Sending {
  endpoint: 'events' | 'ingest';
  /** Of each event. */
  consentIds: readonly string[];
  address?: string;
  name?: string;
  properties?: Record<string, unknown>;
}

/** Sends one event for each id, all of one visitor, through our own interface. */
async function send(
  { app }: Pick<TestApp, 'app'>,
  { endpoint, consentIds, address = '192.0.2.7', ...event }: Sending,
) {
  const ofEndpoint =
    endpoint === 'events' ? ownBody(consentIds, event) : captureBody(consentIds, event);
  const answer = await app.request(
    endpoint === 'events' ? '/api/events' : '/ingest/batch/',
    { method: 'POST', body: JSON.stringify(ofEndpoint) },
    { from: address },
  );
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After') };
}

const properties = { percent_scrolled: 25 };
type OneEvent = Pick<Sending, 'name' | 'properties'>;
const ownBody = (consentIds: readonly string[], event: OneEvent = {}) => ({
  ...{ consentId: consentIds[0], sessionId: JANE, sentAt: timestamp },
  events: consentIds.map(() => ({ id: newId(), name: 'scroll', timestamp, properties, ...event })),
});
const captureBody = (consentIds: readonly string[], event: OneEvent = {}) => ({
  api_key: 'phc_test',
  batch: consentIds.map((distinct_id) => ({
    ...{ uuid: newId(), event: event.name ?? 'scroll', distinct_id, timestamp },
    properties: event.properties ?? properties,
  })),
});

const many = (count: number, id = JANE) => Array<string>(count).fill(id);

async function metricsOf({ app }: TestApp) {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const answer = await app.request('/metrics', { headers });
  return answer.text();
}

test.each([
  ['events', 100, 429],
  ['ingest', 4_000, 503],
] as const)(
  'an address may send 20,000 events a minute to /%s, in however few requests',
  async (endpoint, size, refusal) => {
    const site = await openSite();
    const consentIds = many(size); // without consent: nothing is stored, and all are counted
    const sending = { endpoint, consentIds };
    for (let sent = 0; sent < 20_000; sent += size) {
      expect((await send(site, sending)).status).toBe(endpoint === 'events' ? 403 : 200);
    }
    site.clock.now += 20_000;
    expect(await send(site, sending)).toEqual({ status: refusal, retryAfter: '40' });
    const one = { endpoint, consentIds: many(1) };
    expect((await send(site, one)).status).toBe(refusal);
    expect((await send(site, { ...one, address: '192.0.2.8' })).status).not.toBe(refusal);
    site.clock.now += 40_000;
    expect((await send(site, sending)).status).not.toBe(refusal);
    const metrics = await metricsOf(site);
    expect(metrics).toContain(
      `dubkit_events_dropped_total{endpoint="${endpoint}",reason="over_budget"} ${size + 1}\n`,
    );
    expect(metrics).toContain('dubkit_rate_limited_total{limit="events-of-address"} 2\n');
  },
);

test.each([
  ['events', 100, 429],
  ['ingest', 1_000, 503],
] as const)(
  'a visitor has 5,000 events an hour through /%s, and is told to try again within a minute',
  async (endpoint, size, refusal) => {
    const site = await openSite();
    await grantConsent(site.store);
    const sending = { endpoint, consentIds: many(size) };
    for (let sent = 0; sent < 5_000; sent += size) {
      expect((await send(site, sending)).status).toBe(200);
    }
    site.clock.now += HOUR_MS / 2;
    const one = { endpoint, consentIds: many(1), address: '192.0.2.8' };
    expect(await send(site, one)).toEqual({ status: refusal, retryAfter: '60' });
    expect(await rowsOf(site.database, 'events')).toHaveLength(5_000);
    site.clock.now += HOUR_MS / 2;
    expect((await send(site, one)).status).toBe(200);
    expect(await rowsOf(site.database, 'events')).toHaveLength(5_001);
    expect(await metricsOf(site)).toContain(
      'dubkit_rate_limited_total{limit="events-of-visitor"} 1\n',
    );
  },
);

test('events of others in the same batch are stored when one visitor is over the budget', async () => {
  const site = await openSite();
  for (const person of [JANE, JOHN]) await grantConsent(site.store, person);
  for (let sent = 0; sent < 5; sent++) {
    await send(site, { endpoint: 'ingest', consentIds: many(1_000) });
  }
  const mixed = [...many(10), ...many(3, JOHN)];
  expect((await send(site, { endpoint: 'ingest', consentIds: mixed })).status).toBe(200);
  const rows = await rowsOf(site.database, 'events');
  expect(rows.filter(({ consent_id }) => consent_id === JOHN)).toHaveLength(3);
  expect(rows).toHaveLength(5_003);
});

test('a batch of a visitor over the budget is refused, whatever its size', async () => {
  const site = await openSite();
  await grantConsent(site.store);
  await send(site, { endpoint: 'ingest', consentIds: many(5_000) });
  // 300 events are written together: a batch may end with them, or go on.
  for (const count of [299, 300, 301]) {
    const answer = await send(site, { endpoint: 'ingest', consentIds: many(count) });
    expect(answer).toEqual({ status: 503, retryAfter: '60' });
  }
});

test('events of an id without consent leave its budget as it is', async () => {
  const site = await openSite();
  for (let sent = 0; sent < 5; sent++) {
    await send(site, { endpoint: 'ingest', consentIds: many(1_000) });
  }
  await grantConsent(site.store);
  expect((await send(site, { endpoint: 'ingest', consentIds: many(5_000) })).status).toBe(200);
  expect(await rowsOf(site.database, 'events')).toHaveLength(5_000);
});

test.each([
  ['events', 100],
  ['ingest', 300],
] as const)(
  'events that the database could not store do not use the budget of their visitor at /%s',
  async (endpoint, size) => {
    const site = await openSite();
    await grantConsent(site.store);
    const { recordEvents } = site.store;
    site.store.recordEvents = () => Promise.reject(new StoreUnavailableError('SQLITE_FULL'));
    const sending = { endpoint, consentIds: many(size) };
    for (let sent = 0; sent < 5_000; sent += size) {
      expect((await send(site, sending)).status).toBe(503);
    }
    site.store.recordEvents = recordEvents;
    expect((await send(site, sending)).status).toBe(200);
  },
);

test.each([
  ['events', 429],
  ['ingest', 503],
] as const)(
  'events with a long context count as several at /%s, so one client cannot fill the disk',
  async (endpoint, refusal) => {
    const site = await openSite();
    for (const person of [JANE, JOHN]) await grantConsent(site.store, person);
    const long = '\u8a9e'.repeat(200);
    const context = {
      ...{ path: `/${long}` },
      utm: { source: long, medium: long, campaign: long, term: long, content: long },
    };
    const bodyOf = (id: string) => {
      const { events, ...own } = ownBody(many(100, id));
      if (endpoint === 'events') return { ...own, context, events };
      const utm = Object.entries(context.utm).map(([name, value]) => [`utm_${name}`, value]);
      const more = { $pathname: context.path, ...Object.fromEntries(utm) };
      const { api_key, batch } = captureBody(many(100, id));
      const withContext = batch.map((one) => ({ ...one, properties: { ...properties, ...more } }));
      return { api_key, batch: withContext };
    };
    const statuses: number[] = [];
    for (let sent = 0; sent < 60; sent++) {
      const { status } = await site.app.request(
        endpoint === 'events' ? '/api/events' : '/ingest/batch/',
        { method: 'POST', body: JSON.stringify(bodyOf(sent % 2 ? JANE : JOHN)) },
        { from: '192.0.2.7' },
      );
      statuses.push(status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.at(-1)).toBe(refusal);
    const rows = await rowsOf(site.database, 'events');
    expect(rows.length * 3_600).toBeLessThan(20_000 * 500 + 300 * 3_600);
  },
  60_000,
);

test.each([
  ['events', 429],
  ['ingest', 503],
] as const)(
  'when the disk’s share of a day is used up, /%s and signups are answered as over any limit',
  async (endpoint, refusal) => {
    const openStore = async (database: Parameters<typeof openTestStore>[0]) => {
      const store = await openTestStore(database);
      const usage = await store.usage();
      return { ...store, usage: async () => ({ ...usage, freeBytes: 320_000 }) };
    };
    const site = await createTestApp({ openStore, config: { rateLimits: true } });
    await grantConsent(site.store);
    const sendFrom = (number: number) =>
      send(site, { endpoint, consentIds: many(4), address: `192.0.2.${number}` });
    let stored = 0;
    while ((await sendFrom(stored)).status === 200) stored += 1;
    expect(await sendFrom(stored)).toEqual({ status: refusal, retryAfter: '60' });
    expect(stored).toBeGreaterThan(50); // 70,000 bytes
    expect(stored).toBeLessThan(71);
    expect(await rowsOf(site.database, 'events')).toHaveLength(4 * stored);
    const signUp = (email: string) =>
      site.app.request('/rest/v1/notifyme_signups', {
        method: 'POST',
        headers: { apikey: 'public-anon-key', 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Ann', email, signup_type: 'notifyme' }),
      });
    const decide = async (analytics: boolean) => (await post(site, { ...grant, analytics })).status;
    expect([await decide(true), await decide(false)]).toEqual([429, 201]);
    // An eighth is kept for them.
    for (const name of ['ann', 'bob', 'cy'])
      expect((await signUp(`${name}@a.test`)).status).toBe(201);
    await signUp('dan@a.test');
    const answer = await signUp('eve@a.test');
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await answer.json()).toMatchObject({ code: 'too_many_requests' });
    expect(await site.store.readMark('bytes:site')).toMatchObject({ at: NOON });
  },
);

test('an event that takes a page of the database costs one', async () => {
  const openStore = async (database: Parameters<typeof openTestStore>[0]) => {
    const store = await openTestStore(database);
    const usage = await store.usage();
    return { ...store, usage: async () => ({ ...usage, freeBytes: 32 * 4_000 }) };
  };
  const site = await createTestApp({ openStore, config: { rateLimits: true } });
  await grantConsent(site.store);
  const statusWith = async (letters: number) => {
    const [path, source] = ['/é'.padEnd(letters, 'é'), 'é'.repeat(200)];
    const body = { ...ownBody(many(1)), context: { path, utm: { source, medium: source } } };
    const answer = await site.app.request('/api/events', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  expect(await statusWith(9)).toBe(200); // the free space is known after it
  expect(await statusWith(499)).toBe(429); // 1,822 bytes
  expect(await statusWith(199)).toBe(200);
});

test('an agreement that is not stored, or only repeated, takes nothing from the bytes of a day', async () => {
  let isLocked = true;
  const openStore = async (database: Parameters<typeof openTestStore>[0]) => {
    const store = await openTestStore(database);
    const usage = await store.usage();
    return {
      ...store,
      usage: async () => ({ ...usage, freeBytes: 32 * 900 }), // for two agreements of a client
      recordDecision: async (...decision: Parameters<typeof store.recordDecision>) => {
        if (isLocked) throw new StoreUnavailableError('the database is locked');
        return store.recordDecision(...decision);
      },
    };
  };
  const site = await createTestApp({ openStore, config: { rateLimits: true } });
  const agree = async (consentId: string) => (await post(site, { ...grant, consentId })).status;
  for (let count = 0; count < 4; count++) expect(await agree(JANE)).toBe(503);
  isLocked = false;
  for (let count = 0; count < 4; count++) expect(await agree(JANE)).toBe(201);
  expect([await agree(JOHN), await agree(newId())]).toEqual([201, 429]);
});
