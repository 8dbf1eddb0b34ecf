import type { Range } from '#shared/time-range';
import type { EventChunk, EventKind, StoredContext } from '../store.ts';
import { FLAGS, FORMAT, HEADER_BYTES, PART_EVENTS } from './chunk-format.ts';
import { createPersonNumbers } from './person-numbers.ts';

/** Beyond this many different values, equal ones of different chunks are separate objects, so that memory stays small. */
const MAX_SHARED = 100_000;

/**
 * Decodes the chunks of one scan. The arrays of a chunk are overwritten by the next one. Entries of the tables are
 * shared: equal kinds and equal contexts of all chunks are the same object.
 */
export function createChunkReader({ from, to }: Range) {
  const people = createPersonNumbers();
  const kinds = createShared((text): EventKind => {
    const blank = text.indexOf(' ');
    const nameEnd = blank + 1 + Number(text.slice(0, blank));
    return new StoredKind(text.slice(blank + 1, nameEnd), text.slice(nameEnd));
  });
  const contexts = createShared(toContext);
  const arrays = {
    people: new Uint32Array(PART_EVENTS),
    starts: new Uint32Array(PART_EVENTS + 1),
    times: new Float64Array(PART_EVENTS),
    kinds: new Uint16Array(PART_EVENTS),
    contexts: new Uint16Array(PART_EVENTS),
  };

  return {
    /**
     * Returns null for bytes in the format of another version or machine.
     *
     * @param firstAt the time of the first event
     * @param lastAt the time of the last event
     */
    read(bytes: Uint8Array, { firstAt, lastAt }: Times): EventChunk | null {
      const sections = split(bytes);
      if (!sections) return null;
      const { tables, ...columns } = sections;
      fillPeople(columns.uuids, tables.people);
      fillColumns(columns);
      const [persons, events] = [columns.counts.length, columns.times.length];
      const isInside = (from === null || firstAt >= from) && (to === null || lastAt <= to);
      const kept = isInside ? { persons, events } : keepRange(persons);
      return {
        people: arrays.people.subarray(0, kept.persons),
        starts: arrays.starts.subarray(0, kept.persons + 1),
        times: arrays.times.subarray(0, kept.events),
        kinds: arrays.kinds.subarray(0, kept.events),
        kindTable: tables.kinds.map(kinds),
        contexts: arrays.contexts.subarray(0, kept.events),
        contextTable: tables.contexts.map(contexts),
      };
    },

    /** Returns whether some event may have occurred in the range. */
    overlaps: ({ firstAt, lastAt }: Times) =>
      (from === null || lastAt >= from) && (to === null || firstAt <= to),
  };

  function fillPeople(uuids: Uint32Array, texts: readonly string[]) {
    for (let at = 0; at < uuids.length; at += 4) arrays.people[at >> 2] = people.ofUuid(uuids, at);
    for (let at = 0; at < texts.length; at++) arrays.people[at] = people.ofText(texts[at] ?? '');
  }

  function fillColumns({ base, times, counts, kinds: own, runLengths, runContexts }: Columns) {
    arrays.kinds.set(own);
    const { times: ownTimes, starts } = arrays;
    for (let event = 0; event < times.length; event++) {
      ownTimes[event] = base + (times[event] as number);
    }
    for (let person = 0, end = 0; person < counts.length; person++) {
      end += counts[person] as number;
      starts[person + 1] = end;
    }
    for (let run = 0, end = 0; run < runLengths.length; run++) {
      const start = end;
      end += runLengths[run] ?? 0;
      arrays.contexts.fill(runContexts[run] ?? 0, start, end);
    }
  }

  /** Removes the events outside of the range. Returns how many people and events are left. */
  function keepRange(persons: number) {
    const { starts, times } = arrays;
    let [keptPeople, kept, event] = [0, 0, 0];
    for (let person = 0; person < persons; person++) {
      const before = kept;
      for (const end = starts[person + 1] ?? 0; event < end; event++) {
        const time = times[event] ?? 0;
        if ((from !== null && time < from) || (to !== null && time > to)) continue;
        times[kept] = time;
        arrays.kinds[kept] = arrays.kinds[event] ?? 0;
        arrays.contexts[kept] = arrays.contexts[event] ?? 0;
        kept += 1;
      }
      if (kept === before) continue;
      arrays.people[keptPeople] = arrays.people[person] ?? 0;
      keptPeople += 1;
      starts[keptPeople] = kept;
    }
    return { persons: keptPeople, events: kept };
  }
}

interface Times {
  firstAt: number;
  lastAt: number;
}

interface Columns {
  /** Added to each time. */
  base: number;
  times: Uint32Array | Float64Array;
  uuids: Uint32Array;
  counts: Uint16Array;
  runLengths: Uint16Array;
  runContexts: Uint16Array;
  kinds: Uint8Array | Uint16Array;
}
interface Tables {
  kinds: string[];
  contexts: string[];
  people: string[];
}

function split(bytes: Uint8Array): (Columns & { tables: Tables }) | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  // Typed arrays begin at a multiple of their size. A driver may return a part of a larger buffer.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const header = new Uint32Array(buffer, byteOffset, 7);
  const [format, total, events = 0, people = 0, flags = 0, runs = 0, tableBytes = 0] = header;
  if (format !== FORMAT || total !== bytes.byteLength) return null;
  const has = (flag: number) => (flags & flag) !== 0;
  let at = byteOffset + HEADER_BYTES;
  const next = <Section>(
    type: {
      BYTES_PER_ELEMENT: number;
      new (from: ArrayBufferLike, at: number, length: number): Section;
    },
    length: number,
  ) => {
    const section = new type(buffer, at, length);
    at += length * type.BYTES_PER_ELEMENT;
    return section;
  };
  const isWide = has(FLAGS.wideTimes);
  return {
    base: isWide ? 0 : (new Float64Array(buffer, byteOffset + HEADER_BYTES - 8, 1)[0] ?? 0),
    times: isWide ? next(Float64Array, events) : next(Uint32Array, events),
    uuids: next(Uint32Array, has(FLAGS.textPeople) ? 0 : people * 4),
    counts: next(Uint16Array, people),
    runLengths: next(Uint16Array, runs),
    runContexts: next(Uint16Array, runs),
    kinds: has(FLAGS.wideKinds) ? next(Uint16Array, events) : next(Uint8Array, events),
    tables: JSON.parse(new TextDecoder().decode(next(Uint8Array, tableBytes))) as Tables,
  };
}

/** The properties are parsed only if a report reads them. */
class StoredKind implements EventKind {
  readonly name: string;
  readonly #text: string;
  #properties: Record<string, unknown> | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.#text = text;
  }

  get properties(): Record<string, unknown> {
    this.#properties ??= JSON.parse(this.#text) as Record<string, unknown>;
    return this.#properties;
  }
}

function toContext(text: string): StoredContext {
  const values = JSON.parse(text) as (string | null)[];
  const [path = null, referrerHost = null, utmSource = null, utmMedium = null] = values;
  const [, , , , utmCampaign = null, utmTerm = null, utmContent = null, viewport = null] = values;
  return {
    path,
    referrerHost,
    utmSource,
    utmMedium,
    utmCampaign,
    utmTerm,
    utmContent,
    viewport,
  };
}

/** Returns a function that makes one object of equal texts. */
function createShared<Entry>(make: (text: string) => Entry): (text: string) => Entry {
  const shared = new Map<string, Entry>();
  return (text) => {
    const known = shared.get(text);
    if (known !== undefined) return known;
    if (shared.size === MAX_SHARED) shared.clear();
    const entry = make(text);
    shared.set(text, entry);
    return entry;
  };
}
