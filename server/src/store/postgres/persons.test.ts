import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../testing/postgres.ts';
import { StoreUnavailableError } from '../store.ts';
import { batch, grant, JANE, JOHN, NOON, newId, scroll, text } from '../store-contract-data.ts';
import { openPostgresStore, type PostgresOptions } from './postgres-store.ts';

const postgresTest = test.skipIf(!hasPostgres());
const EVENTS = 5_000;
const erasure = () => ({ id: newId(), consentId: JANE, gpc: false, at: NOON + 2000 });

/** Jane, with more events than are erased at once, and John. */
async function openSite(options: PostgresOptions = {}) {
  const url = await openPostgresDatabase();
  const store = await openPostgresStore(url, options);
  onTestFinished(() => store.close());
  await store.publishConsentText(text('one'));
  for (const consentId of [JANE, JOHN]) await store.recordDecision(grant({ consentId }));
  const events = Array.from({ length: EVENTS }, () => scroll(25));
  await store.recordEvents(batch({ events }));
  return { url, store };
}

/** Keeps Jane's last event from being erased, as whoever looks at it for long may. */
async function lockLastEvent(url: string) {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    'BEGIN; SELECT 1 FROM events WHERE seq = (SELECT max(seq) FROM events) FOR UPDATE',
  );
  return { release: () => client.query('ROLLBACK') };
}

const auditOf = async (store: Awaited<ReturnType<typeof openSite>>['store']) =>
  (await store.readAudit()).map(({ counts }) => counts['events'] ?? 0);
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

postgresTest(
  'while the many events of a person are erased, others go on and hers are refused',
  async () => {
    const { url, store } = await openSite();
    const lock = await lockLastEvent(url);
    const erasing = store.erasePerson(erasure());
    await vi.waitFor(async () => {
      const waiting = await ask(
        url,
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE%'`,
      );
      expect(waiting).toHaveLength(1);
    });
    expect((await store.recordEvents(batch({ consentId: JOHN }))).outcome).toBe('recorded');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
    await lock.release();
    expect(await erasing).toBe(EVENTS);
    expect(sum(await auditOf(store))).toBe(EVENTS);
  },
);

postgresTest('an erasure that is broken off goes on when it is asked for again', async () => {
  const { url, store } = await openSite({ lockTimeoutMs: 50 });
  const lock = await lockLastEvent(url);
  await expect(store.erasePerson(erasure())).rejects.toThrow(StoreUnavailableError);
  const done = sum(await auditOf(store));
  expect(done).toBeGreaterThan(0);
  const { events, moreEvents } = await store.readPerson(JANE, 1);
  expect(events.length + moreEvents).toBe(EVENTS - done);
  await lock.release();
  expect(await store.erasePerson(erasure())).toBe(EVENTS - done);
  expect(sum(await auditOf(store))).toBe(EVENTS);
});

postgresTest('of two erasures of a person at once each event is counted by one', async () => {
  const { store } = await openSite();
  const erased = await Promise.all([store.erasePerson(erasure()), store.erasePerson(erasure())]);
  expect(sum(erased)).toBe(EVENTS);
  expect((await store.readPerson(JANE, 1)).events).toEqual([]);
});
