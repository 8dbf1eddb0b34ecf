import type { Range } from '#shared/time-range';
import { ComputedOnce } from '../../lib/computed-once.ts';
import type { Db, Engine, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import type { EventChunk, EventKind, NewChunk, StoreReader } from '../../store/store.ts';

export type { ChunkValues, PersonEvents, PersonVisitor } from './events-by-person.ts';

import { ChunkReader, type Times } from './chunk-reader.ts';
import {
  ChunkEncoder,
  type EncodedChunk,
  encodeChunk,
  MAX_TABLE_LENGTH,
  makeChunk,
} from './encode-chunk.ts';
import { type EventRows, PART_EVENTS, partAt, rowsIn, seqsOf } from './event-rows.sql.ts';
import {
  type ChunkValues,
  EventsByPerson,
  type PeopleShare,
  type PersonVisitor,
} from './events-by-person.ts';
import { createKnownPeople } from './known-people.ts';

const SELECT_ENDS = sql(
  'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
).rows<{ first: number | null; last: number | null }>();
const SELECT_STORED = sql(
  'SELECT part, first_at AS "firstAt", last_at AS "lastAt" FROM event_chunks',
).rows<Times & { part: number }>();
const SELECT_BYTES = sql('SELECT bytes FROM event_chunks WHERE part = {part:int}').rows<{
  bytes: Uint8Array | null;
}>();
const SELECT_NEXT = sql('SELECT min(seq) AS next FROM events WHERE seq > {after:int}').rows<{
  next: number | null;
}>();
const SELECT_STATE = sql(`SELECT (SELECT count(*) FROM event_chunks) AS stored,
    coalesce((SELECT max(seq) FROM events), 0) AS last`).rows<{ stored: number; last: number }>();
// Rows are only added after the last one, or deleted, so their number shows a change.
const INSERT = sql(`INSERT INTO event_chunks (part, first_at, last_at, count, bytes)
  SELECT {part:int}, {firstAt:time}, {lastAt:time}, {events:int}, {bytes:bytes?}
  WHERE (SELECT count(*) FROM events WHERE seq > {after:int} AND seq <= {through:int}) = {events:int}
  ON CONFLICT (part) DO NOTHING`);

/** What a thread keeps from one scan to the next, for a minute: so no data of somebody who was erased stays longer. */
export type ScanMemory = ReturnType<typeof createScanMemory>;
export const createScanMemory = () => ({ people: createKnownPeople(), openPart: createOpenPart() });

/** What a database does in its own way. */
export interface ChunkSource {
  /** Returns a function that reads the bytes of these stored parts, in this order. By default, each is one query. */
  readBytes?(parts: readonly number[]): (part: number) => Op<Uint8Array | null>;
  /** Whether rows become visible in the order of `seq`. */
  isInOrder: boolean;
}

/**
 * Visits all events, a chunk at a time. It runs in one transaction, so on one state of the database.
 *
 * @param memory of the earlier scans of this database
 * @returns the number of people with an event in the range
 */
export function* scanEvents(
  db: Db,
  { readBytes = () => bytesOneByOne(db), isInOrder }: ChunkSource,
  range: Range,
  { people, openPart }: ScanMemory,
  visit: (chunk: EventChunk) => void,
  again: () => boolean = () => false,
): Op<number> {
  const { first = null, last = null } = (yield* db.get(SELECT_ENDS, {})) ?? {};
  if (first === null || last === null) return 0;
  const reader = new ChunkReader(range, people);
  const stored = new Map((yield* db.all(SELECT_STORED, {})).map((row) => [row.part, row]));
  people.begin(stored); // once: people keep their numbers when the same chunks are visited again
  const parts: number[] = [];
  for (let part = partAt(first); part <= partAt(last); part++) {
    const times = stored.get(part);
    if (times && reader.overlaps(times)) parts.push(part);
  }

  function* read(
    part: number,
    bytesOf: (part: number) => Op<Uint8Array | null>,
  ): Op<EventChunk | null> {
    const [after, through] = seqsOf(part);
    const times = stored.get(part);
    if (times && !reader.overlaps(times)) return null;
    const bytes = times && (yield* bytesOf(part));
    const chunk = bytes && reader.read(bytes, times, part);
    if (chunk) return chunk;
    const isOpen = isInOrder && part === partAt(last as number);
    const encoded = isOpen
      ? yield* openPart.encode(part, last as number, rowsIn(db))
      : encodeChunk(yield* rowsIn(db).read(after, through));
    return encoded && reader.read(encoded.bytes, encoded);
  }

  do {
    const bytesOf = readBytes(parts);
    for (let part = partAt(first); part <= partAt(last); part++) {
      const chunk = yield* read(part, bytesOf);
      if (chunk && chunk.people.length > 0) visit(chunk);
    }
  } while (again());
  return reader.people();
}

const bytesOneByOne = (db: Db) =>
  function* bytesOf(part: number): Op<Uint8Array | null> {
    return (yield* db.get(SELECT_BYTES, { part }))?.bytes ?? null;
  };

/** The range applies to the time of the events. */
export interface PeopleQuery extends Range {
  /** How many conditions there are: at most 31. */
  conditions: number;
  /** Returns a number whose bit i says whether an event matches condition i. */
  matchedSteps(kind: EventKind): number;
  /** Whether events that match no condition are visited, too. */
  withOthers: boolean;
  /** Reads the field whose first value counts for each person. */
  readBreakdown: ((chunk: EventChunk) => ChunkValues) | null;
}

/** About 130 MB. */
const MAX_EVENTS = 16_000_000;

/**
 * Visits everybody who has an event to visit, once each and in no particular order, with all these events. When there are more
 * than `maxEvents`, a scan collects those of half of the people, or a quarter, and there are more scans.
 *
 * @returns the number of people with any event in the range
 */
export async function visitPeople(
  reader: Pick<StoreReader, 'scanEvents'>,
  { conditions, matchedSteps, withOthers, readBreakdown, ...range }: PeopleQuery,
  visitor: PersonVisitor,
  maxEvents = MAX_EVENTS,
): Promise<number> {
  const known = new ComputedOnce(matchedSteps);
  const left: PeopleShare[] = [];
  let share: PeopleShare = { parts: 1, index: 0 };
  const wanted = { conditions, withOthers, hasBreakdown: readBreakdown !== null, maxEvents };
  let collected = new EventsByPerson(share, wanted);
  let fits = true;
  return reader.scanEvents(
    range,
    (chunk) => {
      if (!fits) return;
      const matched = Int32Array.from(known.ofAll(chunk.kindTable));
      if (!withOthers && matched.every((bits) => bits === 0)) return;
      fits = collected.add(chunk, matched, readBreakdown?.(chunk) ?? null);
    },
    () => {
      const { parts, index } = share;
      if (fits) collected.visit(visitor);
      else left.push({ parts: parts * 2, index }, { parts: parts * 2, index: index + parts });
      const next = left.pop();
      if (!next) return false;
      share = next;
      collected = new EventsByPerson(share, wanted);
      fits = true;
      return true;
    },
  );
}

/** Makes the first missing chunk. */
export function* makeNextChunk(
  db: Db,
  { from, to }: { from: number; to: number },
): Op<NewChunk | null> {
  const stored = new Set((yield* db.all(SELECT_STORED, {})).map(({ part }) => part));
  for (let part = from; part < to; part++) {
    if (stored.has(part)) continue;
    const [after, through] = seqsOf(part);
    const next = (yield* db.get(SELECT_NEXT, { after }))?.next ?? null;
    if (next === null) return null;
    // After deletions there may be millions of parts without a row.
    if (partAt(next) > part) part = partAt(next) - 1;
    else return makeChunk(part, yield* rowsIn(db).read(after, through));
  }
  return null;
}

/**
 * Events are divided into parts of the same number of `seq`. Once no more events can be added to a part, a copy is made
 * that reports read faster. It is deleted together with any of its events.
 */
export interface ChunkState {
  stored: number;
  /** The number of complete parts. They are the first ones. */
  complete: number;
}

/** Writers that may change `events` while a chunk is stored. */
export interface OtherWriters {
  /** Returns a `seq` up to which every event can be read or will never be there. */
  settledThrough(db: Db): Op<number>;
  /** Waits for running deletions, which have looked for chunks already, and makes later ones wait. */
  lockDeletions(db: Db): Op<unknown>;
}

/** Counts the stored copies, and the complete parts. A part is complete when every event of it can be read or will never be there. */
export function* chunkState(db: Db, others: OtherWriters): Op<ChunkState> {
  const settled = yield* others.settledThrough(db);
  const { stored, last } = (yield* db.get(SELECT_STATE, {})) ?? { stored: 0, last: 0 };
  return { stored, complete: Math.floor(Math.min(settled, last) / PART_EVENTS) };
}

export type ChunkStore = ReturnType<typeof createChunks>;

export const createChunks = ({ reads, writes }: Engine, others: OtherWriters) => ({
  chunkState: reads((db) => chunkState(db, others)),
  /** Stores a chunk unless events were deleted since it was made. Takes as long as storing about 200 rows. */
  saveChunk: writes(200, function* (db, chunk: NewChunk) {
    yield* others.lockDeletions(db);
    const [after, through] = seqsOf(chunk.part);
    yield* db.run(INSERT, { ...chunk, after, through });
  }),
});

interface Kept {
  part: number;
  /** The `seq` of the last row that the encoder has. */
  last: number;
  encoder: ChunkEncoder;
  encoded: EncodedChunk | null;
}

/**
 * Encodes the last part, which still gets rows, and keeps the encoder for the next scan. That one adds the new rows only:
 * reading all of them takes up to a quarter of a funnel. Rows are only added after the last one, or deleted, and SQLite
 * never uses a `seq` again, so their number shows whether the encoder still has the same ones.
 */
function createOpenPart() {
  let kept = newPart(-1);

  return {
    /** @param last the last `seq` of all events */
    *encode(part: number, last: number, rows: EventRows): Op<EncodedChunk | null> {
      const [before] = seqsOf(part);
      const isSame =
        kept.part === part && (yield* rows.count(before, kept.last)) === kept.encoder.count();
      if (!isSame) kept = newPart(part);
      if (last > kept.last) {
        for (const row of yield* rows.read(kept.last, last)) kept.encoder.add(row);
        kept.last = last;
        kept.encoded = null;
      }
      if (kept.encoder.count() > 0) kept.encoded ??= kept.encoder.encode();
      const { encoded } = kept;
      // Hostile events may make tables of many megabytes.
      if (encoded && encoded.tableLength > MAX_TABLE_LENGTH) kept = newPart(-1);
      return encoded;
    },
  };
}

function newPart(part: number): Kept {
  const [before] = seqsOf(part);
  return { part, last: before, encoder: new ChunkEncoder(), encoded: null };
}
