import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SCROLL_MILESTONES } from '#shared/event-values';
import type { Range } from '#shared/time-range';
import { MARCH } from '../../events/testing/store-contract-events.ts';
import type { EventChunk, StoreReader } from '../../store/store.ts';
import { openStoreAndReader } from '../../testing/open-reader.ts';
import { rounds } from '../../testing/rounds.ts';
import { runsOnPostgres } from '../../testing/test-database.ts';
import { countBehaviour } from '../count-behaviour.ts';
import { countTraffic } from '../count-traffic.ts';
import { createChunkJob } from '../event-chunks.ts';
import { EVENT_FIELDS, pairOf } from '../event-field.ts';
import { PART_EVENTS } from './event-rows.sql.ts';
import { visitPeople } from './scan-events.sql.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The rows of `events` that a scan must read, by plain SQL. */
interface NaiveRow {
  consent_id: string;
  occurred_at: number;
  name: string;
  properties: string;
  utm_source: string | null;
}

/** What a report asks of people. Kinds are told apart by their names. */
interface NaiveQuery extends Range {
  /** For each name, the conditions that it matches. */
  matchedSteps: Readonly<Record<string, number>>;
  withOthers: boolean;
  /** Breaks down by the property `x` of an event, or by its source. */
  breakdown: 'kind' | 'context' | null;
}

/** Selects from the events of a range. */
const select = <Row>(db: Database, { from, to }: Range, what: string, end: string) =>
  db
    .prepare<number[], Row>(
      `SELECT ${what} FROM events
       WHERE occurred_at >= ? AND occurred_at <= ? ${end}`,
    )
    .all(from ?? -1e15, to ?? 1e15);

/** Returns each person's rows, by time and then by arrival. */
function readPeople(db: Database, range: Range): NaiveRow[][] {
  const columns = 'consent_id, occurred_at, name, properties, utm_source';
  const rows = select<NaiveRow>(db, range, columns, 'ORDER BY occurred_at, seq');
  const people = new Map<string, NaiveRow[]>();
  for (const row of rows) {
    people.set(row.consent_id, [...(people.get(row.consent_id) ?? []), row]);
  }
  return [...people.values()];
}

/** Returns each value of a column, with how many events and people have it. */
const naiveCounts = (db: Database, range: Range, column: string) =>
  select<object>(db, range, `${column}, count(*), count(DISTINCT consent_id)`, 'GROUP BY 1').map(
    (row) => Object.values(row),
  );

/** Returns the same of each pair of two columns. */
const naivePairs = (db: Database, range: Range, columns: string, and = '') =>
  select<object>(
    ...([db, range, `${columns}, count(*) events, count(DISTINCT consent_id)`] as const),
    `${and} GROUP BY 1, 2`,
  ).map((row) => Object.values(row));

function naiveBehaviour(db: Database, range: Range) {
  const people = 'count(DISTINCT consent_id) people';
  const peopleOf = (and: string) => select<{ people: number }>(db, range, people, and)[0]?.people;
  const buttons = "properties ->> 'button_name' name, properties ->> 'click_location' place";
  return {
    scroll: SCROLL_MILESTONES.map((percent) =>
      peopleOf(`AND name = 'scroll' AND properties ->> 'percent_scrolled' >= ${percent}`),
    ),
    buttons: sorted(naivePairs(db, range, buttons, "AND name = 'button_click'")),
  };
}

/** Returns the same of the reports. */
async function counted(reader: StoreReader, range: Range) {
  const query = { ...range, by: 'utm_source' } as const;
  const { events, rows } = await countTraffic(reader, query, EVENT_FIELDS.utm_source);
  const pairs = await countTraffic(
    ...([reader, { ...query, secondBy: 'path' }] as const),
    pairOf('utm_source', 'path', () => null),
  );
  const { scroll, buttons } = await countBehaviour(reader, range);
  return {
    names: events.map(({ name, count, people }) => [name, count, people]),
    sources: rows.map((row) => [row.value, row.events, row.people]),
    pairs: pairs.rows.map((row) => [row.value, row.secondValue, row.events, row.people]),
    behaviour: {
      scroll: scroll.map(({ people }) => people),
      buttons: sorted(buttons.map((one) => [one.name, one.location, one.presses, one.people])),
    },
  };
}

/** Returns what `visitPeople` visits: for each person the times and matched conditions, and the first value. */
function naivePeople(db: Database, query: NaiveQuery) {
  return readPeople(db, query).flatMap((own) => {
    const visited = own.filter(({ name }) => query.withOthers || query.matchedSteps[name]);
    const values = visited.map((row) => {
      if (query.breakdown === null) return null;
      if (query.breakdown === 'context') return row.utm_source;
      return (JSON.parse(row.properties) as { x?: string }).x ?? null;
    });
    const events = visited.map((row) => [row.occurred_at, query.matchedSteps[row.name] ?? 0]);
    return visited.length === 0 ? [] : [[events, values.find((value) => value !== null) ?? null]];
  });
}

const NAMES = ['a', 'b', 'scroll', 'button_click'];
const YEAR = 365 * 86_400_000;
const uuid = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const row = fc.record({
  person: fc.oneof(
    { weight: 20, arbitrary: fc.nat(5).map(uuid) },
    { weight: 1, arbitrary: fc.constant('no UUID') },
  ),
  /** Many share an instant; some clocks are wrong by decades. */
  at: fc.oneof(
    { weight: 9, arbitrary: fc.nat(9) },
    { weight: 1, arbitrary: fc.integer({ min: -50 * YEAR, max: 50 * YEAR }) },
  ),
  name: fc.constantFrom(...NAMES),
  x: fc.option(
    fc.nat(99).map((number) => `x${number}`),
    { nil: undefined },
  ),
  source: fc.option(fc.nat(99).map((number) => `source ${number}`)),
  path: fc.constantFrom('/', '/about', null),
  /** What a button and a scroll have. */
  more: fc.record({
    percent_scrolled: fc.constantFrom(...SCROLL_MILESTONES),
    button_name: fc.option(fc.constantFrom('Notify me', 'Beta'), { nil: undefined }),
    click_location: fc.constantFrom('hero', 'menu'),
  }),
});
const query: fc.Arbitrary<NaiveQuery> = fc.record({
  from: fc.option(fc.nat(9).map((at) => MARCH + at)),
  to: fc.option(fc.nat(9).map((at) => MARCH + at)),
  matchedSteps: fc.record(
    Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(0, 1, 2, 3, 2 ** 12, 2 ** 30)])),
  ) as fc.Arbitrary<Record<string, number>>,
  withOthers: fc.boolean(),
  breakdown: fc.constantFrom(null, 'kind', 'context'),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;
type Change =
  | 'make chunks'
  | 'drop a chunk'
  | { forget: string }
  | { add: Row[]; opensPart: boolean };
/** What happens between two scans of one thread, which remembers people and the last part. */
const change: fc.Arbitrary<Change> = fc.oneof<fc.MaybeWeightedArbitrary<Change>[]>(
  {
    weight: 4,
    arbitrary: fc.record({
      add: fc.array(row, { maxLength: 12 }),
      opensPart: fc.constantFrom(true, false, false, false),
    }),
  },
  { weight: 2, arbitrary: fc.constant('make chunks' as const) },
  { weight: 1, arbitrary: fc.record({ forget: fc.nat(5).map(uuid) }) },
  { weight: 1, arbitrary: fc.constant('drop a chunk' as const) },
);
const step = fc.record({ change, query, maxEvents: fc.constantFrom(1e6, 7) });
const history = fc.array(step, { minLength: 3, maxLength: 12 });

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

async function visited(reader: StoreReader, asked: NaiveQuery, maxEvents: number) {
  const { matchedSteps, withOthers, breakdown } = asked;
  const conditions = 32 - Math.clz32(Math.max(1, ...Object.values(matchedSteps)));
  const people: unknown[] = [];
  const readBreakdown = ({ kindTable, contextTable }: EventChunk) =>
    breakdown === 'kind'
      ? {
          of: breakdown,
          values: kindTable.map(({ properties }) => (properties['x'] as string) ?? null),
        }
      : { of: 'context' as const, values: contextTable().map(({ utmSource }) => utmSource) };
  await visitPeople(
    reader,
    {
      ...asked,
      conditions,
      matchedSteps: ({ name }) => matchedSteps[name] ?? 0,
      withOthers,
      readBreakdown: breakdown && readBreakdown,
    },
    {
      visit({ start, end, times, matchedSteps: matched }, value) {
        const events = Array.from({ length: end - start }, (_, at) => start + at);
        people.push([
          events.map((event) => [times[event], (matched[event] ?? 0) & (2 ** conditions - 1)]),
          value,
        ]);
      },
    },
    maxEvents,
  );
  return people;
}

async function openSite() {
  const { database, store, read } = await openStoreAndReader();
  const db = new Sqlite(database as string);
  onTestFinished(() => void db.close());
  const insert = db.prepare(
    `INSERT INTO events (seq, id, consent_id, session_id, name, properties, path, utm_source, occurred_at, received_at)
     VALUES (?, ?, ?, 's', ?, ?, ?, ?, ?, ?)`,
  );
  const job = () =>
    createChunkJob({
      store,
      reports: { makeChunk: (parts) => read((reader) => reader.makeChunk(parts)) },
      now: () => 0,
      rest: async () => {},
    });
  let seq = 0;
  let received = 0;
  async function apply(one: Change) {
    if (one === 'make chunks') await job().run(new AbortController().signal);
    else if (one === 'drop a chunk') db.exec('DELETE FROM event_chunks WHERE part % 2 = 0');
    else if ('forget' in one) db.prepare('DELETE FROM events WHERE consent_id = ?').run(one.forget);
    else {
      if (one.opensPart) seq = Math.ceil(seq / PART_EVENTS) * PART_EVENTS;
      for (const { person, at, name, x, source, path, more } of one.add) {
        seq += 1;
        received += 1;
        const properties = JSON.stringify({ x, ...more });
        insert.run(seq, uuid(seq), person, name, properties, path, source, MARCH + at, received);
      }
    }
  }
  return { db, read, apply };
}

test.skipIf(runsOnPostgres)(
  'scans, and the reports of traffic and behaviour, equal a naive reading of the rows, whatever happened before',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { db, read, apply } = await openSite();
        for (const { change, query, maxEvents } of steps) {
          await apply(change);
          expect(sorted(await read((reader) => visited(reader, query, maxEvents)))).toEqual(
            sorted(naivePeople(db, query)),
          );
          const people = naivePeople(db, { ...query, withOthers: true }).length;
          expect(await read((reader) => reader.scanEvents(query, () => {}))).toBe(people);
          const { names, sources, pairs, behaviour } = await read((reader) =>
            counted(reader, query),
          );
          expect(sorted(names)).toEqual(sorted(naiveCounts(db, query, 'name')));
          expect(sorted(sources)).toEqual(sorted(naiveCounts(db, query, 'utm_source')));
          expect(sorted(pairs)).toEqual(sorted(naivePairs(db, query, 'utm_source, path')));
          expect(behaviour).toEqual(naiveBehaviour(db, query));
        }
      }),
      { numRuns: rounds(12, 100) },
    );
  },
);
