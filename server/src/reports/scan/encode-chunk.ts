import { randomInt } from 'node:crypto';
import { keepCompiled } from '../../lib/keep-compiled.ts';
import type { NewChunk } from '../../store/store.ts';
import { FLAGS, FORMAT, HEADER_BYTES, type Header, toRuns, toUuidWords } from './chunk-format.ts';
import { PART_EVENTS, type ScannedRow } from './event-rows.sql.ts';

export interface EncodedChunk {
  bytes: Uint8Array;
  /** Characters of the values that are kept once. */
  tableLength: number;
  events: number;
  /** The times of the first and the last event, in milliseconds since 1970 UTC. */
  firstAt: number;
  lastAt: number;
}

/**
 * Room for a part whose events all differ, each with about 490 characters. Longer events count as several in a visitor's
 * budget (`event-intake.ts`). Such a copy takes 12 MB, and is read four times as fast as its rows. Ordinary events need a
 * hundredth of that.
 */
export const MAX_TABLE_LENGTH = 8_000_000;

export function encodeChunk(rows: Iterable<ScannedRow>): EncodedChunk | null {
  const encoder = new ChunkEncoder();
  for (const row of rows) encoder.add(row);
  return encoder.count() > 0 ? encoder.encode() : null;
}

/** Makes the copy of a part to be stored; null when it has no rows. */
export function makeChunk(part: number, rows: Iterable<ScannedRow>): NewChunk | null {
  const encoded = encodeChunk(rows);
  if (!encoded) return null;
  const { bytes, tableLength, ...own } = encoded;
  return { part, ...own, bytes: tableLength > MAX_TABLE_LENGTH ? null : bytes };
}

/**
 * Collects rows in the order of arrival and encodes them in the form of chunk-format.ts. Memory grows with the values
 * that differ, which are kept once.
 */
export class ChunkEncoder {
  readonly #people = new Table();
  readonly #kinds = new Table();
  readonly #contexts = new Table();
  readonly #times = new Float64Array(PART_EVENTS);
  readonly #personOf = new Uint16Array(PART_EVENTS);
  readonly #kindOf = new Uint16Array(PART_EVENTS);
  readonly #contextOf = new Uint16Array(PART_EVENTS);
  #count = 0;
  /** Of the last row: events come in batches with the same context. */
  #lastContext: string | undefined;

  add({ person, at, name, properties, context }: ScannedRow): void {
    const count = this.#count;
    this.#times[count] = at;
    this.#personOf[count] = this.#people.place(person);
    this.#kindOf[count] = this.#kinds.place(`${name.length} ${name}${properties}`);
    this.#contextOf[count] =
      context === this.#lastContext
        ? (this.#contextOf[count - 1] ?? 0)
        : this.#contexts.place(context);
    this.#lastContext = context;
    this.#count = count + 1;
  }

  count(): number {
    return this.#count;
  }

  encode(): EncodedChunk {
    const [times, personOf, kindOf] = [this.#times, this.#personOf, this.#kindOf];
    const people = this.#people.values;
    const kinds = this.#kinds.values;
    const length = this.#count;
    const order = orderByPerson(personOf.subarray(0, length), times, people.length);
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let event = 0; event < length; event++) {
      first = Math.min(first, times[event] ?? first);
      last = Math.max(last, times[event] ?? last);
    }
    const isWide = last - first > 0xffff_ffff;
    const ownTimes = isWide ? new Float64Array(length) : new Uint32Array(length);
    const ownKinds = kinds.length > 256 ? new Uint16Array(length) : new Uint8Array(length);
    const ownContexts = new Uint16Array(length);
    const counts = new Uint16Array(people.length);
    for (let place = 0; place < length; place++) {
      const event = order[place] as number;
      const person = personOf[event] as number;
      ownTimes[place] = (times[event] as number) - (isWide ? 0 : first);
      ownKinds[place] = kindOf[event] as number;
      ownContexts[place] = this.#contextOf[event] as number;
      counts[person] = (counts[person] as number) + 1;
    }
    const { runLengths, runContexts } = toRuns(ownContexts);
    const tables = Buffer.from(JSON.stringify({ kinds, contexts: this.#contexts.values }));
    const uuids = toUuidWords(people);
    const sections = [ownTimes, uuids, counts, runLengths, runContexts, ownKinds, tables];
    const total = sections.reduce((sum, { byteLength }) => sum + byteLength, HEADER_BYTES);
    const header: Header = {
      format: FORMAT,
      bytes: total,
      events: length,
      people: people.length,
      flags: (isWide ? FLAGS.wideTimes : 0) | (kinds.length > 256 ? FLAGS.wideKinds : 0),
      runs: runContexts.length,
      tableBytes: tables.byteLength,
      stamp: randomInt(1, 2 ** 32),
      base: first,
    };
    return {
      bytes: join(header, sections, total),
      tableLength: this.#kinds.length + this.#contexts.length,
      events: length,
      firstAt: first,
      lastAt: last,
    };
  }
}

/** Texts in the order in which they first came. */
class Table {
  readonly values: string[] = [];
  readonly #places = new Map<string, number>();
  /** Characters of all texts. */
  length = 0;

  place(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.values.length);
    this.length += text.length;
    return this.values.push(text) - 1;
  }
}

/** Returns the places of all events, grouped by person, each person's by time and then by arrival. */
function orderByPerson(personOf: Uint16Array, times: Float64Array, people: number): Uint16Array {
  const ends = new Uint32Array(people + 1);
  for (const person of personOf) ends[person + 1] = (ends[person + 1] ?? 0) + 1;
  for (let person = 0; person < people; person++) {
    ends[person + 1] = (ends[person + 1] ?? 0) + (ends[person] ?? 0);
  }
  const order = new Uint16Array(personOf.length);
  const next = ends.slice();
  for (let event = 0; event < personOf.length; event++) {
    const person = personOf[event] ?? 0;
    const place = next[person] ?? 0;
    order[place] = event;
    next[person] = place + 1;
  }
  for (let person = 0; person < people; person++) {
    const own = order.subarray(ends[person], ends[person + 1]);
    if (isOutOfOrder(own, times)) own.sort(byTime(times));
  }
  return order;
}

function isOutOfOrder(events: Uint16Array, times: Float64Array): boolean {
  let latest = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < events.length; place++) {
    const time = times[events[place] as number] as number;
    if (time < latest) return true;
    latest = time;
  }
  return false;
}

const byTime = (times: Float64Array) => (a: number, b: number) =>
  (times[a] as number) - (times[b] as number) || a - b;

function join(header: Header, sections: readonly ArrayBufferView[], total: number): Uint8Array {
  const bytes = new Uint8Array(total);
  const { base, ...words } = header;
  new Uint32Array(bytes.buffer, 0, 8).set(Object.values(words));
  new Float64Array(bytes.buffer, HEADER_BYTES - 8, 1)[0] = base;
  let at = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

keepCompiled(new ChunkEncoder());
