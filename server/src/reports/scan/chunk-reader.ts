import type { Range } from '#shared/time-range';
import { ComputedOnce } from '../../lib/computed-once.ts';
import { keepCompiled } from '../../lib/keep-compiled.ts';
import { type StoredContext, toContext } from '../../store/event-context.ts';
import type { EventChunk, EventKind } from '../../store/store.ts';
import { expandContexts, keepRange, splitChunk } from './chunk-format.ts';
import { PART_EVENTS } from './event-rows.sql.ts';
import { createKnownPeople, type KnownPeople } from './known-people.ts';

/**
 * Decodes the chunks of one scan. Columns are read where they are stored; some arrays of a chunk are overwritten by the
 * next one. Equal kinds and equal contexts of all chunks are the same object.
 */
export class ChunkReader {
  readonly #from: number;
  readonly #to: number;
  readonly #known: KnownPeople;
  readonly #kinds = new ComputedOnce(toKind);
  readonly #contexts = new ComputedOnce(parseContext);
  readonly #numbers = new Int32Array(PART_EVENTS);
  readonly #starts = new Uint32Array(PART_EVENTS + 1);
  readonly #eventContexts = new Uint16Array(PART_EVENTS);
  /** By number: 1 for a person of this scan. */
  #seen = new Uint8Array(2_048);
  #count = 0;

  constructor({ from, to }: Range, known: KnownPeople) {
    this.#from = from ?? Number.NEGATIVE_INFINITY;
    this.#to = to ?? Number.POSITIVE_INFINITY;
    this.#known = known;
  }

  /**
   * Returns null for bytes in the format of another version or machine.
   *
   * @param firstAt the time of the first event
   * @param lastAt the time of the last event
   * @param part null for bytes that are not stored
   */
  read(
    bytes: Uint8Array,
    { firstAt, lastAt }: Times,
    part: number | null = null,
  ): EventChunk | null {
    const stored = splitChunk(bytes);
    if (!stored) return null;
    const { tables, stamp } = stored;
    const isWhole = firstAt >= this.#from && lastAt <= this.#to;
    const columns = isWhole ? stored : keepRange(stored, this.#from, this.#to);
    const { base, offsets, counts, kinds } = columns;
    const copy = isWhole && part !== null ? { part, stamp } : null;
    const people = this.#known.numbersOf(copy, columns.uuids, this.#numbers);
    this.#countPeople(people);
    writeStarts(counts, this.#starts);
    const starts = this.#starts.subarray(0, counts.length + 1);
    return {
      ...{ people, starts, base, offsets, kinds },
      kindTable: this.#kinds.ofAll(tables.kinds),
      contexts: () => expandContexts(columns, this.#eventContexts),
      contextTable: () => this.#contexts.ofAll(tables.contexts),
    };
  }

  /** Returns whether some event may have occurred in the range. */
  overlaps({ firstAt, lastAt }: Times): boolean {
    return lastAt >= this.#from && firstAt <= this.#to;
  }

  people(): number {
    return this.#count;
  }

  #countPeople(people: Int32Array): void {
    let seen = this.#seen;
    let count = this.#count;
    for (let at = 0; at < people.length; at++) {
      const person = people[at] as number;
      if (person >= seen.length) {
        const larger = new Uint8Array(person * 2);
        larger.set(seen);
        seen = larger;
      }
      count += 1 - (seen[person] as number);
      seen[person] = 1;
    }
    this.#seen = seen;
    this.#count = count;
  }
}

/** Writes for each person where the events start, and after them where the last ones end. */
function writeStarts(counts: Uint16Array, starts: Uint32Array): void {
  for (let person = 0, end = 0; person < counts.length; person++) {
    end += counts[person] as number;
    starts[person + 1] = end;
  }
}

export interface Times {
  firstAt: number;
  lastAt: number;
}

function parseContext(text: string): StoredContext {
  const values = JSON.parse(text) as (string | null)[];
  return toContext((_, place) => values[place]);
}

function toKind(text: string): EventKind {
  const blank = text.indexOf(' ');
  const nameEnd = blank + 1 + Number(text.slice(0, blank));
  return {
    name: text.slice(blank + 1, nameEnd),
    properties: JSON.parse(text.slice(nameEnd)) as EventKind['properties'],
  };
}

keepCompiled(new ChunkReader({ from: null, to: null }, createKnownPeople()));
