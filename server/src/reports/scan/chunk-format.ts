import { hash } from 'node:crypto';

/**
 * The bytes of a chunk, about 9 for each event:
 *
 * | section     | type                                                         | entries              |
 * |-------------|--------------------------------------------------------------|----------------------|
 * | header      | eight 32-bit words, and the base of the times as a double     | {@link Header}       |
 * | times       | 32-bit milliseconds after the base, or doubles without a base | one for each event   |
 * | people      | 128 bits: their UUID                                          | one for each person  |
 * | counts      | 16 bits: the number of events of a person                     | one for each person  |
 * | run lengths | 16 bits: successive events with the same context              | one for each run     |
 * | contexts    | 16 bits: a place in the table of contexts                     | one for each run     |
 * | kinds       | 8 or 16 bits: a place in the table of kinds                   | one for each event   |
 * | tables      | JSON: kinds and contexts                                      |                      |
 *
 * A kind is an event's name and properties, as `LENGTH NAMEPROPERTIES`. Numbers have the byte order of the machine. On
 * another machine {@link FORMAT} reads differently, as it does for another version.
 */
export interface Header {
  format: number;
  /** Of all sections and the header. */
  bytes: number;
  events: number;
  people: number;
  flags: number;
  runs: number;
  tableBytes: number;
  /** Chosen at random: two copies of a part are told apart by it. */
  stamp: number;
  base: number;
}

export const FORMAT = 0x45_43_00_01;
export const HEADER_BYTES = 40;
export const FLAGS = { wideTimes: 1, wideKinds: 2 } as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns four words for each id. All visitors have lower-case UUIDs; what else stands in a table filled by hand is hashed. */
export function toUuidWords(ids: readonly string[]): Uint32Array {
  const words = new Uint32Array(ids.length * 4);
  for (const [place, id] of ids.entries()) {
    const hex = UUID.test(id) ? id.replaceAll('-', '') : hash('sha256', id);
    for (let word = 0; word < 4; word++) {
      words[place * 4 + word] = Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16);
    }
  }
  return words;
}

const DECODER = new TextDecoder();

/** What chunk-format.ts describes. */
export interface Columns {
  base: number;
  /** The times after the base. */
  offsets: Uint32Array | Float64Array;
  /** Four words for each person. */
  uuids: Int32Array;
  counts: Uint16Array;
  /** Successive events with the same context. */
  runLengths: Uint16Array;
  runContexts: Uint16Array;
  kinds: Uint8Array | Uint16Array;
}

interface Tables {
  kinds: string[];
  contexts: string[];
}

/** Leaves out the events of other times. */
export function keepRange(columns: Columns, from: number, to: number): Columns {
  const { base, offsets, uuids, counts, kinds } = columns;
  const isKept = new Uint8Array(offsets.length);
  for (let event = 0; event < offsets.length; event++) {
    const time = base + (offsets[event] as number);
    isKept[event] = Number(time >= from && time <= to);
  }
  const contexts = pick(expandContexts(columns, new Uint16Array(offsets.length)), isKept);
  const left = new Uint16Array(counts.length);
  for (let person = 0, event = 0; person < counts.length; person++) {
    let kept = 0;
    const end = event + (counts[person] as number);
    for (; event < end; event++) kept += isKept[event] as number;
    left[person] = kept;
  }
  return {
    base,
    offsets: pick(offsets, isKept),
    uuids: pick(uuids, left, 4),
    counts: pick(left, left),
    ...toRuns(contexts),
    kinds: pick(kinds, isKept),
  };
}

/** Returns the runs of successive events with the same context. */
export function toRuns(contexts: Uint16Array): Pick<Columns, 'runLengths' | 'runContexts'> {
  const runLengths = new Uint16Array(contexts.length);
  const runContexts = new Uint16Array(contexts.length);
  let run = -1;
  for (let event = 0; event < contexts.length; event++) {
    const context = contexts[event] as number;
    if (run === -1 || context !== runContexts[run]) run += 1;
    runContexts[run] = context;
    runLengths[run] = (runLengths[run] as number) + 1;
  }
  return {
    runLengths: runLengths.subarray(0, run + 1),
    runContexts: runContexts.subarray(0, run + 1),
  };
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * Returns the entries that are kept. A loop, because `filter` of a column takes ten times as long.
 *
 * @param isKept 0 for each entry that is left out
 * @param width the values of one entry
 */
function pick<Of extends Column>(column: Of, isKept: Uint8Array | Uint16Array, width = 1): Of {
  const picked = column.slice();
  let end = 0;
  for (let entry = 0; entry < isKept.length; entry++) {
    if (isKept[entry] === 0) continue;
    for (let at = 0; at < width; at++) picked[end + at] = column[entry * width + at] as number;
    end += width;
  }
  return picked.subarray(0, end) as Of;
}

export function expandContexts(
  { offsets, runLengths, runContexts }: Columns,
  expanded: Uint16Array,
): Uint16Array {
  for (let run = 0, event = 0; run < runLengths.length; run++) {
    const context = runContexts[run] as number;
    // A loop, because `fill` of a few entries takes ten times as long.
    for (const end = event + (runLengths[run] as number); event < end; event++) {
      expanded[event] = context;
    }
  }
  return expanded.subarray(0, offsets.length);
}

export function splitChunk(
  bytes: Uint8Array,
): (Columns & { tables: Tables; stamp: number }) | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  // Typed arrays begin at a multiple of their size. A driver may return a part of a larger buffer.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const header = new Uint32Array(buffer, byteOffset, 8);
  const [format, total, events = 0, people = 0, flags = 0, runs = 0, tableBytes = 0] = header;
  const [stamp = 0] = header.subarray(7);
  const isOther = flags > 0b11; // an earlier version had one for ids that are no UUIDs
  if (format !== FORMAT || total !== bytes.byteLength || isOther) return null;
  const isWide = (flags & FLAGS.wideTimes) !== 0;
  const base = isWide ? 0 : (new Float64Array(buffer, byteOffset + HEADER_BYTES - 8, 1)[0] ?? 0);
  let at = byteOffset + HEADER_BYTES;
  const offsets = isWide
    ? new Float64Array(buffer, at, events)
    : new Uint32Array(buffer, at, events);
  at += offsets.byteLength;
  const uuids = new Int32Array(buffer, at, people * 4);
  at += uuids.byteLength;
  const counts = new Uint16Array(buffer, at, people);
  at += counts.byteLength;
  const runLengths = new Uint16Array(buffer, at, runs);
  at += runLengths.byteLength;
  const runContexts = new Uint16Array(buffer, at, runs);
  at += runContexts.byteLength;
  const kinds =
    (flags & FLAGS.wideKinds) === 0
      ? new Uint8Array(buffer, at, events)
      : new Uint16Array(buffer, at, events);
  at += kinds.byteLength;
  const tables = JSON.parse(DECODER.decode(new Uint8Array(buffer, at, tableBytes))) as Tables;
  return { base, offsets, uuids, counts, runLengths, runContexts, kinds, tables, stamp };
}
