import { expect, test, vi } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import type { IntakeOptions } from '../../store/sqlite/connection/write-intake.ts';
import { openSite } from '../../store/sqlite/testing/sqlite-site.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
} from '../../store/testing/store-contract-data.ts';
import { fillEvents } from '../../testing/data/fill-events.ts';
import { readWholePerson } from '../read-whole-person.ts';
import { bitsOf, createWindowFilters, WINDOW_ROWS } from './window-filters.ts';

const newPeople = (count: number) => Array.from({ length: count }, newId);
const find = async (store: SiteStore, person: string) =>
  (await readWholePerson(store, person, 10_000)).events.map(({ id }) => id);

/** Opens a site on which Jane and John agreed. */
async function open(options?: IntakeOptions) {
  const { file, store, db } = await openSite(options);
  await store.recordDecision(grant({ consentId: JOHN }));
  const idsOf = db.prepare<[string], string>(
    'SELECT id FROM events WHERE consent_id = ? ORDER BY seq',
  );
  return { file, store, db, idsOf: idsOf.pluck() };
}

test('each person finds their own events in many windows, in turn or all at once', async () => {
  const { file, store, idsOf } = await open();
  const people = newPeople(40);
  for (const consentId of people) await store.recordDecision(grant({ consentId }));
  fillEvents(file, [...people, ...newPeople(500)], 5 * WINDOW_ROWS + 10);
  const expected = people.map((person) => idsOf.all(person));
  expect(expected.every((ids) => ids.length >= 10)).toBe(true);
  expect(await Promise.all(people.map((person) => find(store, person)))).toEqual(expected);
  for (const [index, person] of people.entries()) {
    expect(await find(store, person)).toEqual(expected[index]);
  }
});

test('events that were added, deleted or erased after a search are right in the next one', async () => {
  const { file, store, db, idsOf } = await open();
  fillEvents(file, [JANE, JOHN], 3 * WINDOW_ROWS - 5);
  const check = async () => {
    for (const person of [JANE, JOHN]) expect(await find(store, person)).toEqual(idsOf.all(person));
  };
  await check();
  for (let count = 0; count < 10; count++) await store.recordEvents(batch({ consentId: JOHN }));
  await check(); // the last window is full now
  db.prepare('DELETE FROM events WHERE seq <= ?').run(WINDOW_ROWS + 7);
  await check();
  await store.erasePerson(erasure());
  await check();
  await store.recordDecision(grant({ decidedAt: NOON + 9000, recordedAt: NOON + 9000 }));
  await store.recordEvents(batch({ receivedAt: NOON + 9500 }));
  await check();
  expect(idsOf.all(JANE)).toHaveLength(1);
  // A large gap costs no time.
  db.prepare('UPDATE events SET seq = 1000000000000 WHERE consent_id = ?').run(JANE);
  await check();
  expect(await store.erasePerson(erasure())).toBe(1);
});

test('while the events of a person are erased, later ones are refused and those of others are stored; an interrupted erasure continues when it is requested again', async () => {
  const { file, store, db, idsOf } = await open({ lockTimeoutMs: 50 });
  const left = () => idsOf.all(JANE).length;
  fillEvents(file, [JANE], 20_000);
  const erasing = store.erasePerson(erasure());
  erasing.catch(() => {});
  await vi.waitFor(() => expect(left()).toBeLessThan(20_000), { interval: 1 });
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  expect((await store.recordEvents(batch({ consentId: JOHN }))).outcome).toBe('recorded');
  db.exec('BEGIN IMMEDIATE');
  await expect(erasing).rejects.toThrow(StoreUnavailableError);
  db.exec('ROLLBACK');
  const erasedByAudit = async () =>
    (await store.readAudit()).reduce((sum, { counts }) => sum + (counts.events ?? 0), 0);
  const done = await erasedByAudit();
  expect([done > 0, left()]).toEqual([true, 20_000 - done]);
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  expect(await store.erasePerson(erasure())).toBe(20_000 - done);
  expect(await erasedByAudit()).toBe(20_000);
  expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(2);
});

test('an erasure or a search that is running when the store closes ends with an error that says so', async () => {
  const { file, store } = await open();
  fillEvents(file, [JANE], 20_000);
  // One search can end before the database is closed: a disk may be slower than it.
  const searches = Array.from({ length: 50 }, () => store.readPerson(JANE, 1));
  const broken = [Promise.all(searches), store.erasePerson(erasure())].map((work) =>
    expect(work).rejects.toThrow(StoreUnavailableError),
  );
  await store.close();
  await Promise.all(broken);
});

test('a filter says maybe for everybody in its window, and no for nearly all others; without one, anybody may be there', () => {
  const filters = createWindowFilters(1);
  const [people, others] = [newPeople(350), newPeople(10_000)];
  const held = (window: number, ids: string[]) =>
    ids.filter((id) => filters.mayHold(window, bitsOf(id))).length;
  filters.add(7, people);
  filters.add(8, []); // beyond the limit
  expect([held(7, people), held(8, others)]).toEqual([350, 10_000]);
  expect(held(7, others)).toBeLessThan(200);
  filters.forgetBefore(8);
  expect([filters.has(7), held(7, others)]).toEqual([false, 10_000]);
});
