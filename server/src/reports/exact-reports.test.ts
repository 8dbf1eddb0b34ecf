import { expect, test, vi } from 'vitest';
import { type FunnelQuery, funnelQuerySchema } from '#shared/funnel';
import { createChunkJob } from '../jobs/event-chunks.ts';
import { countFunnel } from '../services/funnel/count-funnel.ts';
import { toRule } from '../services/funnel/rule.ts';
import { PART_EVENTS } from '../store/rules/event-parts.ts';
import { backUpDatabase } from '../store/sqlite/backup/backup.ts';
import { restoreDatabase } from '../store/sqlite/backup/restore.ts';
import { NOON, newId } from '../store/testing/store-contract-data.ts';
import { createRandom } from '../testing/data/random.ts';
import { recordRandomEvents } from '../testing/data/random-events.ts';
import { referenceOrdered } from '../testing/data/reference-funnel.ts';
import { openStoreAndReader, type Read } from '../testing/open-reader.ts';
import { rounds } from '../testing/rounds.ts';
import { openTestStore, rowsOf, runsOnPostgres } from '../testing/test-database.ts';
import { countEvents } from './count-events.ts';
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
const FUNNEL = funnelQuerySchema.parse({
  steps: [
    { event: 'section_view' },
    { event: 'form_submit', properties: { event_label: 'success' } },
    { event: 'scroll' },
  ],
  windowSeconds: 7,
});

const STRICT: FunnelQuery = { ...FUNNEL, order: 'strict' };

interface Row {
  consent_id: string;
  name: string;
  properties: string;
  utm_source: string | null;
  occurred_at: number;
}

function groupBy<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(row);
  }
  return groups;
}

const channelOf = () => 'unknown' as const;

/** Counts the rows again, by code that shares nothing with the reports. */
function recount(rows: readonly Row[], { from, to }: (typeof RANGES)[number]) {
  const inRange = rows.filter(
    ({ occurred_at: at }) => (from === null || at >= from) && (to === null || at <= to),
  );
  const signsUp = ({ name, properties }: Row) =>
    name === 'form_submit' && JSON.parse(properties).event_label === 'success';
  const people = (some: readonly Row[]) => new Set(some.map((row) => row.consent_id));
  const byName = groupBy(inRange, ({ name }) => name);
  const bySource = groupBy(inRange, (row) => row.utm_source);
  const byDay = groupBy(inRange, ({ name, occurred_at: at }) =>
    [new Date(at).toISOString().slice(0, 10), name].join(),
  );
  const matchedSteps = (row: Row) =>
    Number(row.name === 'section_view') +
    2 * Number(signsUp(row)) +
    4 * Number(row.name === 'scroll');
  const own = [...groupBy(inRange, (row) => row.consent_id).values()].map((rows) =>
    rows
      .map((row) => ({ time: row.occurred_at, matchedSteps: matchedSteps(row) }))
      .sort((a, b) => a.time - b.time),
  );
  const stepsOf = (query: FunnelQuery) => {
    const isSeen = (event: { matchedSteps: number }) =>
      query.order === 'strict' || event.matchedSteps > 0;
    const attempts = own.map((events) => referenceOrdered(events.filter(isSeen), toRule(query)));
    return query.steps.map((_, step) => {
      const taken = attempts.filter(({ length }) => length > step);
      const sum = taken.reduce(
        (sum, times) => sum + (times[step] ?? 0) - (times[step - 1] ?? 0),
        0,
      );
      return [taken.length, step === 0 ? null : sum / taken.length / 1000];
    });
  };
  return {
    names: Object.fromEntries(
      [...byName].map(([name, own]) => [name, [own.length, people(own).size]]),
    ),
    sources: Object.fromEntries(
      [...bySource].map(([source, own]) => [
        source ?? '',
        [own.length, people(own).size, people(own.filter(signsUp)).size],
      ]),
    ),
    days: Object.fromEntries([...byDay].map(([key, own]) => [key, own.length])),
    ordered: stepsOf(FUNNEL),
    strict: stepsOf(STRICT),
  };
}

async function report(read: Read, range: (typeof RANGES)[number]) {
  const traffic = await read((reader) =>
    countTraffic(reader, { ...range, by: 'utm_source' }, EVENT_FIELDS.utm_source),
  );
  const inPasses = await read((reader) =>
    countTraffic(reader, { ...range, by: 'utm_source' }, EVENT_FIELDS.utm_source, 2),
  );
  expect(inPasses).toEqual(traffic);
  const days = await read((reader) =>
    countEvents(reader, { ...range, breakdown: null }, channelOf),
  );
  const stepsOf = async (query: FunnelQuery) => {
    const funnel = await read((reader) =>
      countFunnel(reader, { ...query, ...range }, { channelOf }),
    );
    return funnel.steps.map(({ count, averageSeconds }) => [count, averageSeconds]);
  };
  return {
    names: Object.fromEntries(
      traffic.events.map(({ name, count, people }) => [name, [count, people]]),
    ),
    sources: Object.fromEntries(
      traffic.rows.map(({ value, events, people, signups }) => [
        value ?? '',
        [events, people, signups],
      ]),
    ),
    days: Object.fromEntries(days.map(({ day, name, count }) => [`${day},${name}`, count])),
    ordered: await stepsOf(FUNNEL),
    strict: await stepsOf(STRICT),
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
      const rows = (await rowsOf(database, 'events')) as unknown as Row[];
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
  const before = (await rowsOf(database, 'events')) as unknown as Row[];
  const [jane = ''] = people;
  await store.erasePerson({ id: newId(), consentId: jane, gpc: false, at: NOON + 2_000 });
  await makeChunks();
  await store.close();
  const { carriedOver } = await restoreDatabase(backup, database, `${database}-aside`, () => {});
  expect(carriedOver?.erasedEvents).toBeGreaterThan(100);
  const rows = (await rowsOf(database, 'events')) as unknown as Row[];
  expect(rows).toEqual(before.filter((row) => row.consent_id !== jane));
  const restored = await openTestStore(database);
  expect((await restored.chunkState()).stored).toBe(0); // Jane has events in every part
  await restored.close();
  for (const range of RANGES) expect(await report(read, range)).toEqual(recount(rows, range));
});
