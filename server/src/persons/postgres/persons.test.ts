import { expect } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import {
  begin,
  breakConnections,
  openSite,
  postgresTest as test,
  waitForLock,
} from '../../store/postgres/testing/postgres-site.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  newId,
  scroll,
} from '../../store/testing/store-contract-data.ts';
import { readWholePerson } from '../read-whole-person.ts';

const erasedByAudit = async (store: SiteStore) =>
  (await store.readAudit()).reduce((sum, { counts }) => sum + (counts.events ?? 0), 0);

test('while many events of a person are erased, hers are refused and those of others are stored; an interrupted erasure continues when it is requested again', async () => {
  const { url, store } = await openSite();
  await store.recordDecision(grant({ consentId: JOHN }));
  // More than one transaction erases.
  const events = Array.from({ length: 5_000 }, () => scroll(25));
  await store.recordEvents(batch({ events }));
  const last = 'SELECT 1 FROM events WHERE seq = (SELECT max(seq) FROM events) FOR UPDATE';
  const other = await begin(url, last);
  const erasing = expect(store.erasePerson(erasure())).rejects.toThrow(StoreUnavailableError);
  await waitForLock(url, 'DELETE');
  expect((await store.recordEvents(batch({ consentId: JOHN }))).outcome).toBe('recorded');
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  await breakConnections(url, "wait_event_type = 'Lock'");
  await erasing;
  const done = await erasedByAudit(store);
  expect(done).toBeGreaterThan(0);
  expect((await readWholePerson(store, JANE, 1)).moreEvents).toBe(5_000 - done - 1);
  await other.query('ROLLBACK');
  expect(await store.erasePerson(erasure())).toBe(5_000 - done);
  expect(await erasedByAudit(store)).toBe(5_000);
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
