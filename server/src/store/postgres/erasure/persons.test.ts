import { expect } from 'vitest';
import { readWholePerson } from '../../read-whole-person.ts';
import { type Store, StoreUnavailableError } from '../../store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  newId,
  scroll,
} from '../../testing/store-contract-data.ts';
import type { PostgresOptions } from '../open-store.ts';
import { begin, openSite, postgresTest as test, waitForLock } from '../testing/postgres-site.ts';

const EVENTS = 5_000;

/** Opens a site where Jane has more events than one transaction erases, and another process keeps the last one locked. */
async function openLocked(options: PostgresOptions = {}) {
  const { url, store } = await openSite(options);
  await store.recordDecision(grant({ consentId: JOHN }));
  const events = Array.from({ length: EVENTS }, () => scroll(25));
  await store.recordEvents(batch({ events }));
  const last = 'SELECT 1 FROM events WHERE seq = (SELECT max(seq) FROM events) FOR UPDATE';
  return { url, store, other: await begin(url, last) };
}

const erasedByAudit = async (store: Store) =>
  (await store.readAudit()).reduce((sum, { counts }) => sum + (counts.events ?? 0), 0);

test('while many events of a person are erased, hers are refused and those of others are stored', async () => {
  const { url, store, other } = await openLocked();
  const erasing = store.erasePerson(erasure());
  await waitForLock(url, 'DELETE');
  expect((await store.recordEvents(batch({ consentId: JOHN }))).outcome).toBe('recorded');
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  await other.query('ROLLBACK');
  expect(await erasing).toBe(EVENTS);
  expect(await erasedByAudit(store)).toBe(EVENTS);
});

test('an interrupted erasure continues when it is requested again', async () => {
  const { store, other } = await openLocked({ lockTimeoutMs: 50 });
  await expect(store.erasePerson(erasure())).rejects.toThrow(StoreUnavailableError);
  const done = await erasedByAudit(store);
  expect(done).toBeGreaterThan(0);
  const { events, moreEvents } = await readWholePerson(store, JANE, 1);
  expect(events.length + moreEvents).toBe(EVENTS - done);
  await other.query('ROLLBACK');
  expect(await store.erasePerson(erasure())).toBe(EVENTS - done);
  expect(await erasedByAudit(store)).toBe(EVENTS);
});

test('many simultaneous reads and erasures leave connections for writers', async () => {
  const { url, store } = await openSite();
  const people = Array.from({ length: 20 }, newId);
  for (const consentId of people) await store.recordDecision(grant({ consentId }));
  const other = await begin(url, 'LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
  const erasing = people.map((consentId) => store.erasePerson(erasure({ consentId })));
  const reading = people.map((consentId) => readWholePerson(store, consentId, 10));
  await waitForLock(url, 'DELETE');
  await waitForLock(url, 'SELECT (SELECT count(*) FROM events');
  expect((await store.recordDecision(grant({ consentId: newId() }))).outcome).toBe('appended');
  await other.query('ROLLBACK');
  expect(await Promise.all(erasing)).toEqual(people.map(() => 0));
  expect(await Promise.all(reading)).toMatchObject(people.map(() => ({ events: [] })));
});
