import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import {
  JANE_SIGNS_UP,
  METRICS_TOKEN,
  postJson,
  readMetrics,
  SIGNUPS,
  scrolls,
} from '../edge/testing/site-requests.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { grantConsent, JANE, JOHN, newId } from '../store/testing/store-contract-data.ts';
import { grant } from '../testing/data/consent-requests.ts';
import { batch, scroll } from '../testing/sites/ingest-site.ts';
import { createTestApp, NOON, type TestAppOptions } from '../testing/test-app.ts';
import { openTestStore, rowsOf } from '../testing/test-database.ts';

const many = (count: number, id = JANE) => Array<string>(count).fill(id);

const ownBody = ([consentId = '', ...others]: readonly string[], context?: object) =>
  scrolls(consentId, [consentId, ...others].map(newId), context);
const captureBody = (consentIds: readonly string[]) =>
  batch(consentIds.map((distinct_id) => scroll({ properties: { distinct_id } })));

/** A site with limits, where Jane and John agreed. */
async function open({
  agreed = [JANE, JOHN],
  ...options
}: TestAppOptions & { agreed?: string[] } = {}) {
  const site = await createTestApp({
    config: { rateLimits: true, metricsToken: METRICS_TOKEN },
    ...options,
  });
  for (const person of agreed) await grantConsent(site.store, person);
  const post = async (path: string, body: object, from = '192.0.2.7') => {
    const { status, headers } = await postJson(site, path, body, {}, { from });
    return { status, retryAfter: headers.get('Retry-After') };
  };
  /** Sends one event for each id; to `events` all are of the first one. */
  const send = (endpoint: 'events' | 'ingest', consentIds: readonly string[], from?: string) =>
    endpoint === 'events'
      ? post('/api/events', ownBody(consentIds), from)
      : post('/ingest/batch/', captureBody(consentIds), from);
  const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
  const metrics = () => readMetrics(site);
  const rows = () => rowsOf(site.database, 'events');
  return { ...site, post, send, statusOf, metrics, rows };
}

/** The same with a disk that has so much space. */
const openSmall = (freeBytes: number) =>
  open({
    openStore: async (database) => {
      const store = await openTestStore(database);
      const usage = await store.usage();
      return { ...store, usage: async () => ({ ...usage, freeBytes }) };
    },
  });

const MOST_IN_A_MINUTE = 20_000;
const MOST_OF_A_VISITOR = 5_000;

test.each([
  ['events', 100, 429],
  ['ingest', 1_000, 503],
] as const)(
  'to /%s an address may send 20,000 events a minute, in however few requests, and a visitor 5,000 an hour',
  async (endpoint, size, refusal) => {
    const { store, clock, send, statusOf, metrics, rows } = await open({ agreed: [] });
    // Without consent nothing is stored, and all are counted.
    for (let sent = 0; sent < MOST_IN_A_MINUTE; sent += size)
      expect(await statusOf(endpoint, many(size))).toBe(endpoint === 'events' ? 403 : 200);
    clock.now += 20_000;
    expect(await send(endpoint, many(size))).toEqual({ status: refusal, retryAfter: '40' });
    expect(await statusOf(endpoint, many(1))).toBe(refusal);
    expect(await statusOf(endpoint, many(1), '192.0.2.8')).not.toBe(refusal);
    clock.now += 40_000;
    await grantConsent(store);
    for (let sent = 0; sent < MOST_OF_A_VISITOR; sent += size)
      expect(await statusOf(endpoint, many(size))).toBe(200);
    clock.now += HOUR_MS / 2;
    const again = () => send(endpoint, many(1), '192.0.2.8');
    expect(await again()).toEqual({ status: refusal, retryAfter: '60' });
    expect(await rows()).toHaveLength(MOST_OF_A_VISITOR);
    clock.now += HOUR_MS / 2;
    expect((await again()).status).toBe(200);
    const counted = await metrics();
    for (const line of [
      `dubkit_events_dropped_total{endpoint="${endpoint}",reason="over_budget"} ${size + 2}\n`,
      'dubkit_rate_limited_total{limit="events-of-address"} 2\n',
      'dubkit_rate_limited_total{limit="events-of-visitor"} 1\n',
    ])
      expect(counted).toContain(line);
  },
  60_000,
);

test('a batch of a visitor over the budget is refused whatever its size, and events of others in it are stored', async () => {
  const { send, statusOf, rows } = await open();
  expect(await statusOf('ingest', many(5_000))).toBe(200);
  // 300 events are written together: a batch may end with them, or go on.
  for (const count of [299, 300, 301])
    expect(await send('ingest', many(count))).toEqual({ status: 503, retryAfter: '60' });
  expect(await statusOf('ingest', [...many(10), ...many(3, JOHN)])).toBe(200);
  const kept = await rows();
  expect(kept).toHaveLength(5_003);
  expect(kept.filter(({ consent_id }) => consent_id === JOHN)).toHaveLength(3);
});

test('events without consent, or that the database could not store, leave the budget of a visitor as it is', async () => {
  const { store, statusOf, rows } = await open({ agreed: [] });
  const sendAll = async (status: number) => {
    for (let sent = 0; sent < 5_000; sent += 1_000)
      expect(await statusOf('ingest', many(1_000))).toBe(status);
  };
  await sendAll(200);
  await grantConsent(store);
  const { recordEvents } = store;
  store.recordEvents = () => Promise.reject(new StoreUnavailableError('SQLITE_FULL'));
  await sendAll(503);
  store.recordEvents = recordEvents;
  expect(await statusOf('ingest', many(5_000))).toBe(200);
  expect(await rows()).toHaveLength(5_000);
});

test('events with a long context count as several, so one client cannot fill the disk', async () => {
  const { post, rows } = await open();
  const long = '\u8a9e'.repeat(200);
  const utm = { source: long, medium: long, campaign: long, term: long, content: long };
  const statuses: number[] = [];
  for (let sent = 0; sent < 60; sent++) {
    const body = ownBody(many(100, sent % 2 ? JANE : JOHN), { path: `/${long}`, utm });
    statuses.push((await post('/api/events', body)).status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
  expect(statuses.at(-1)).toBe(429);
  expect((await rows()).length * 3_600).toBeLessThan(20_000 * 500 + 300 * 3_600);
}, 60_000);

test('when the disk’s share of a day is used up, events and signups are answered as over any limit', async () => {
  const site = await openSmall(320_000);
  const sendFrom = (number: number) => site.send('events', many(4), `192.0.2.${number}`);
  let stored = 0;
  while ((await sendFrom(stored)).status === 200) stored += 1;
  expect(await sendFrom(stored)).toEqual({ status: 429, retryAfter: '60' });
  expect(stored).toBeGreaterThan(57); // 80,000 bytes
  expect(stored).toBeLessThan(81);
  expect(await site.rows()).toHaveLength(4 * stored);
  const decide = async (analytics: boolean) =>
    (await site.post('/api/consents', { ...grant, analytics })).status;
  expect([await decide(true), await decide(false)]).toEqual([429, 201]);
  // They may fill as much again.
  const signUp = (name: string) =>
    postJson(site, SIGNUPS, { ...JANE_SIGNS_UP, email: `${name}@a.test` });
  for (const name of ['ann', 'bob', 'cy']) expect((await signUp(name)).status).toBe(201);
  let answer = await signUp('dan');
  for (let count = 0; answer.status === 201; count++) answer = await signUp(`${count}`);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(await answer.json()).toMatchObject({ code: 'too_many_requests' });
  expect(await site.store.readMark('bytes:site')).toMatchObject({ at: NOON });
});

test('an event that takes a page of the database costs one', async () => {
  const { post } = await openSmall(32 * 4_000);
  const statusWith = async (letters: number) => {
    const [path, source] = ['/é'.padEnd(letters, 'é'), 'é'.repeat(200)];
    const body = ownBody(many(1), { path, utm: { source, medium: source } });
    return (await post('/api/events', body)).status;
  };
  expect(await statusWith(9)).toBe(200); // the free space is known after it
  expect(await statusWith(499)).toBe(429); // 1,822 bytes
  expect(await statusWith(199)).toBe(200);
});

test('an agreement that is not stored, or only repeated, takes nothing from the bytes of a day', async () => {
  const { store, post } = await openSmall(32 * 900); // space for two agreements of a client
  const agree = async (consentId: string) =>
    (await post('/api/consents', { ...grant, consentId })).status;
  const { recordDecision } = store;
  store.recordDecision = () => Promise.reject(new StoreUnavailableError('SQLITE_BUSY'));
  for (let count = 0; count < 4; count++) expect(await agree(newId())).toBe(503);
  store.recordDecision = recordDecision;
  const mine = newId();
  for (let count = 0; count < 4; count++) expect(await agree(mine)).toBe(201);
  expect([await agree(newId()), await agree(newId())]).toEqual([201, 429]);
});
