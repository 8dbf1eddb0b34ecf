import { expect, test, vi } from 'vitest';
import { createChunkJob } from '../jobs/event-chunks.ts';
import { PART_EVENTS } from '../store/rules/event-parts.ts';
import { backUpDatabase } from '../store/sqlite/backup/backup.ts';
import { restoreDatabase } from '../store/sqlite/backup/restore.ts';
import { NOON, newId } from '../store/testing/store-contract-data.ts';
import { createRandom } from '../testing/data/random.ts';
import { recordRandomEvents } from '../testing/data/random-events.ts';
import { openStoreAndReader, type Read } from '../testing/open-reader.ts';
import { rounds } from '../testing/rounds.ts';
import { openTestStore, rowsOf, runsOnPostgres, type TestRow } from '../testing/test-database.ts';
import { countTraffic } from './count-traffic.ts';
import { EVENT_FIELDS } from './event-field.ts';

vi.setConfig({ testTimeout: 240_000 });

const DAY = 86_400_000;
/** The events, and how many parts of them are complete. */
const EVENTS = rounds(17_000, 33_000);
const PARTS = Math.floor(EVENTS / PART_EVENTS);
const RANGES = [
  { from: null, to: null },
  { from: NOON + 3 * DAY, to: NOON + 20 * DAY },
  { from: NOON - 20 * DAY, to: NOON + 1 },
].slice(0, rounds(2, 3));

type Counted = [value: string | null, events: number, people: number, signups?: number];
const byValue = (rows: Counted[]) => rows.toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));

/** Counts the rows again, by code that shares nothing with the reports. */
function recount(rows: readonly TestRow[], { from, to }: (typeof RANGES)[number]) {
  const isInRange = ({ occurred_at }: TestRow) =>
    Number(occurred_at) >= (from ?? 0) && Number(occurred_at) <= (to ?? 1e15);
  const inRange = rows.filter(isInRange);
  const isSignup = ({ name, properties }: TestRow) =>
    name === 'form_submit' && JSON.parse(String(properties)).event_label === 'success';
  const people = (some: readonly TestRow[]) => new Set(some.map((row) => row['consent_id'])).size;
  const groupedBy = (column: string) =>
    [...new Set(inRange.map((row) => row[column] as string | null))].map((value) => {
      const own = inRange.filter((row) => row[column] === value);
      return {
        value,
        events: own.length,
        people: people(own),
        signups: people(own.filter(isSignup)),
      };
    });
  return {
    names: byValue(groupedBy('name').map((one) => [one.value, one.events, one.people])),
    sources: byValue(
      groupedBy('utm_source').map((one) => [one.value, one.events, one.people, one.signups]),
    ),
  };
}

async function report(read: Read, range: (typeof RANGES)[number]) {
  const trafficOf = (maxValues?: number) =>
    read((reader) =>
      countTraffic(reader, { ...range, by: 'utm_source' }, EVENT_FIELDS.utm_source, maxValues),
    );
  const { events, rows } = await trafficOf();
  expect(await trafficOf(2)).toMatchObject({ events, rows });
  return {
    names: byValue(events.map(({ name, count, people }) => [name, count, people])),
    sources: byValue(rows.map((row) => [row.value, row.events, row.people, row.signups])),
  };
}

async function openSite() {
  const opened = await openStoreAndReader();
  const people = Array.from({ length: 60 }, newId);
  const random = createRandom(7);
  await recordRandomEvents(opened.store, people, { count: EVENTS, random });
  const { database, read, store } = opened;
  return {
    ...opened,
    people,
    random,
    async expectExact() {
      const rows = await rowsOf(database, 'events');
      for (const range of RANGES) expect(await report(read, range)).toEqual(recount(rows, range));
      return rows.length;
    },
    makeChunks: () =>
      createChunkJob({
        store,
        reports: { makeChunk: (parts) => read((reader) => reader.makeChunk(parts)) },
        now: () => 0,
        rest: async () => {},
      }).run(new AbortController().signal),
  };
}

test('reports equal a recount of the rows, with and without copies, after erasures, late events and retention', async () => {
  const { store, people, random, expectExact, makeChunks } = await openSite();
  expect(await expectExact()).toBe(EVENTS);
  await makeChunks();
  expect(await store.chunkState()).toEqual({ stored: PARTS, complete: PARTS });
  expect(await expectExact()).toBe(EVENTS);

  const [jane = '', ...others] = people;
  let erased = await store.erasePerson({ id: newId(), consentId: jane, gpc: false, at: NOON });
  expect(erased).toBeGreaterThan(100);
  expect((await store.chunkState()).stored).toBe(0);
  expect(await expectExact()).toBe(EVENTS - erased);
  await makeChunks();
  expect((await store.chunkState()).stored).toBe(PARTS);
  expect(await expectExact()).toBe(EVENTS - erased);

  await recordRandomEvents(store, others, { count: 5_000, random });
  expect(await expectExact()).toBe(EVENTS - erased + 5_000);
  // Somebody of the last part, which has no copy yet.
  const [john = ''] = others;
  erased += await store.erasePerson({ id: newId(), consentId: john, gpc: false, at: NOON });
  expect(await expectExact()).toBe(EVENTS - erased + 5_000);
  await makeChunks();
  expect((await store.chunkState()).stored).toBe(PARTS);

  // Every event was received at the same time, so that all of the first step expire.
  const rest = { at: NOON, after: null, dryRun: false };
  const step = { kind: 'events', before: NOON + DAY, ...rest } as const;
  const { expired } = await store.expire(step);
  expect(expired).toBeGreaterThan(0);
  expect((await store.chunkState()).stored).toBe(PARTS - 1);
  expect(await expectExact()).toBe(EVENTS - erased + 5_000 - expired);
  await makeChunks();
  expect((await store.chunkState()).stored).toBe(PARTS);
  await expectExact();
});

test.skipIf(runsOnPostgres)('reports of a restored backup are those of its rows', async () => {
  const { database, store, people, read, makeChunks } = await openSite();
  const backup = `${database}-backup`;
  await makeChunks();
  await backUpDatabase(database, backup, () => {});
  const before = await rowsOf(database, 'events');
  const [jane = ''] = people;
  await store.erasePerson({ id: newId(), consentId: jane, gpc: false, at: NOON + 2_000 });
  await makeChunks();
  await store.close();
  const { carriedOver } = await restoreDatabase(backup, database, `${database}-aside`, () => {});
  expect(carriedOver?.erasedEvents).toBeGreaterThan(100);
  const rows = await rowsOf(database, 'events');
  expect(rows).toEqual(before.filter((row) => row['consent_id'] !== jane));
  const restored = await openTestStore(database);
  expect((await restored.chunkState()).stored).toBe(0); // Jane has events in every part
  await restored.close();
  for (const range of RANGES) expect(await report(read, range)).toEqual(recount(rows, range));
});
