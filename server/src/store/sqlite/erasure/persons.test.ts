import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillEvents } from '../../../testing/data/fill-events.ts';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { readWholePerson } from '../../read-whole-person.ts';
import { StoreUnavailableError } from '../../store.ts';
import { batch, grant, JANE, JOHN, NOON, newId, text } from '../../testing/store-contract-data.ts';
import type { IntakeOptions } from '../intake/write-intake.ts';
import { openSqliteStore } from '../open-store.ts';
import { WINDOW_ROWS } from './window-filters.ts';

const erasure = (consentId = JANE) => ({ id: newId(), consentId, gpc: false, at: NOON + 2000 });
const newPeople = (count: number) => Array.from({ length: count }, newId);

/** A store, and another connection to its file. Jane and John agreed. */
async function open(options?: IntakeOptions) {
  const file = join(temporaryFolder(), 'site.db');
  const store = openSqliteStore(file, options);
  const db = new Sqlite(file);
  onTestFinished(async () => {
    db.close();
    await store.close();
  });
  await store.publishConsentTexts([text()]);
  for (const consentId of [JANE, JOHN]) await store.recordDecision(grant({ consentId }));
  const idsOf = db.prepare<[string], string>(
    'SELECT id FROM events WHERE consent_id = ? ORDER BY seq',
  );
  const erasedByAudit = async () =>
    (await store.readAudit()).reduce((sum, { counts }) => sum + (counts.events ?? 0), 0);
  return { file, store, db, idsOf: idsOf.pluck(), erasedByAudit };
}

test('each person finds their own events in many windows, in turn or all at once', async () => {
  const { file, store, idsOf } = await open();
  const people = newPeople(40);
  for (const consentId of people) await store.recordDecision(grant({ consentId }));
  fillEvents(file, [...people, ...newPeople(500)], 5 * WINDOW_ROWS + 10);
  const find = async (person: string) => {
    const { events } = await readWholePerson(store, person, 10_000);
    return events.map(({ id }) => id);
  };
  const expected = people.map((person) => idsOf.all(person));
  expect(expected.every((ids) => ids.length >= 10)).toBe(true);
  expect(await Promise.all(people.map(find))).toEqual(expected);
  for (const [index, person] of people.entries())
    expect(await find(person)).toEqual(expected[index]);
});

test('events that were added, deleted or erased after a search are right in the next one', async () => {
  const { file, store, db, idsOf } = await open();
  fillEvents(file, [JANE, JOHN], 3 * WINDOW_ROWS - 5);
  const find = async (person: string) =>
    (await readWholePerson(store, person, 10_000)).events.map(({ id }) => id);
  const check = async () => {
    for (const person of [JANE, JOHN]) expect(await find(person)).toEqual(idsOf.all(person));
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
});

test('a large gap between two events costs no time', async () => {
  const { store, db } = await open();
  await store.recordEvents(batch());
  await store.recordEvents(batch());
  db.prepare('UPDATE events SET seq = 1000000000000 WHERE seq = 2').run();
  expect((await readWholePerson(store, JANE, 10)).events).toHaveLength(2);
  expect(await store.erasePerson(erasure())).toBe(2);
});

test('hundreds of decisions of one person are read in order, a page at a time', async () => {
  const { store, db } = await open();
  for (let count = 1; count <= 250; count++) {
    const at = NOON + Math.floor(count / 7); // some have the same time
    const analytics = count % 2 === 0;
    await store.recordDecision(grant({ analytics, decidedAt: at, recordedAt: at + count }));
  }
  const { consents } = await readWholePerson(store, JANE, 10);
  expect(consents.map(({ recordedAt }) => recordedAt)).toEqual(
    db
      .prepare('SELECT recorded_at FROM consents WHERE consent_id = ? ORDER BY decided_at, rowid')
      .pluck()
      .all(JANE),
  );
  expect(consents).toHaveLength(251);
});

test('while the events of a person are erased, later ones are refused and those of others are stored', async () => {
  const { file, store, db } = await open();
  fillEvents(file, [JANE], 5_000);
  const erasing = store.erasePerson(erasure());
  const left = db.prepare<[], number>('SELECT count(*) FROM events').pluck();
  await vi.waitFor(() => expect(left.get()).toBeLessThan(5_000), { interval: 1 });
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  expect((await store.recordEvents(batch({ consentId: JOHN }))).outcome).toBe('recorded');
  expect(left.get()).toBeGreaterThan(1);
  expect(await erasing).toBe(5_000);
});

test('an interrupted erasure continues when it is requested again', async () => {
  const { file, store, db, erasedByAudit } = await open({ lockTimeoutMs: 50 });
  fillEvents(file, [JANE], 20_000);
  const erasing = store.erasePerson(erasure());
  erasing.catch(() => {});
  const left = db.prepare<[], number>('SELECT count(*) FROM events').pluck();
  await vi.waitFor(() => expect(left.get()).toBeLessThan(20_000), { interval: 1 });
  db.exec('BEGIN IMMEDIATE');
  await expect(erasing).rejects.toThrow(StoreUnavailableError);
  db.exec('ROLLBACK');
  const done = await erasedByAudit();
  expect([done > 0, left.get()]).toEqual([true, 20_000 - done]);
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  expect(await store.erasePerson(erasure())).toBe(20_000 - done);
  expect(await erasedByAudit()).toBe(20_000);
  expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(2);
});

test('an erasure or a search that is running when the store closes ends with an error that says so', async () => {
  const file = join(temporaryFolder(), 'site.db');
  const store = openSqliteStore(file);
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  fillEvents(file, [JANE], 20_000);
  const broken = [store.readPerson(JANE, 1), store.erasePerson(erasure())].map((work) =>
    expect(work).rejects.toThrow(StoreUnavailableError),
  );
  await store.close();
  await Promise.all(broken);
});
