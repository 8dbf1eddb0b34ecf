import { Client } from 'pg';
import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { readWholePerson } from '../../read-whole-person.ts';
import { StoreUnavailableError } from '../../store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  scroll,
  text,
} from '../../testing/store-contract-data.ts';
import { openPostgresStore, type PostgresOptions } from '../open-store.ts';

const test = anyTest.skipIf(!hasPostgres());
const EVENTS = 5_000;
const erasure = () => ({ id: newId(), consentId: JANE, gpc: false, at: NOON + 2000 });

/** Jane, with more events than one transaction erases, and John. */
async function openSite(options: PostgresOptions = {}) {
  const url = await openPostgresDatabase();
  const store = await openPostgresStore(url, options);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  for (const consentId of [JANE, JOHN]) await store.recordDecision(grant({ consentId }));
  const events = Array.from({ length: EVENTS }, () => scroll(25));
  await store.recordEvents(batch({ events }));
  return { url, store };
}

/** Locks in a transaction that stays open until it is released. */
async function lock(url: string, statement: string) {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; ${statement}`);
  return { release: () => client.query('ROLLBACK') };
}

/** Keeps Jane's last event from being erased, as a long-running reader may. */
const lockLastEvent = (url: string) =>
  lock(url, 'SELECT 1 FROM events WHERE seq = (SELECT max(seq) FROM events) FOR UPDATE');

/** Waits until a statement that begins with this text waits for a lock. */
const waitForLock = (url: string, statement: string) =>
  vi.waitFor(async () => {
    const waiting = await ask(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
         AND query LIKE '${statement}%'`,
    );
    expect(waiting).toHaveLength(1);
  }, 4_000); // less than the store waits for a lock

const auditOf = async (store: Awaited<ReturnType<typeof openSite>>['store']) =>
  (await store.readAudit()).map(({ counts }) => counts['events'] ?? 0);
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

test('while many events of a person are erased, hers are refused and those of others are stored', async () => {
  const { url, store } = await openSite();
  const locked = await lockLastEvent(url);
  const erasing = store.erasePerson(erasure());
  await waitForLock(url, 'DELETE');
  expect((await store.recordEvents(batch({ consentId: JOHN }))).outcome).toBe('recorded');
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  await locked.release();
  expect(await erasing).toBe(EVENTS);
  expect(sum(await auditOf(store))).toBe(EVENTS);
});

test('an interrupted erasure continues when it is requested again', async () => {
  const { url, store } = await openSite({ lockTimeoutMs: 50 });
  const locked = await lockLastEvent(url);
  await expect(store.erasePerson(erasure())).rejects.toThrow(StoreUnavailableError);
  const done = sum(await auditOf(store));
  expect(done).toBeGreaterThan(0);
  const { events, moreEvents } = await readWholePerson(store, JANE, 1);
  expect(events.length + moreEvents).toBe(EVENTS - done);
  await locked.release();
  expect(await store.erasePerson(erasure())).toBe(EVENTS - done);
  expect(sum(await auditOf(store))).toBe(EVENTS);
});

test('many simultaneous reads and erasures leave connections for writers', async () => {
  const { url, store } = await openSite();
  const people = Array.from({ length: 20 }, newId);
  for (const consentId of people) await store.recordDecision(grant({ consentId }));
  const locked = await lock(url, 'LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
  const erasing = people.map((consentId) => store.erasePerson({ ...erasure(), consentId }));
  const reading = people.map((consentId) => readWholePerson(store, consentId, 10));
  await waitForLock(url, 'DELETE');
  await waitForLock(url, 'SELECT (SELECT count(*) FROM events');
  expect((await store.recordDecision(grant({ consentId: newId() }))).outcome).toBe('appended');
  await locked.release();
  expect(await Promise.all(erasing)).toEqual(people.map(() => 0));
  expect(await Promise.all(reading)).toMatchObject(people.map(() => ({ events: [] })));
});
