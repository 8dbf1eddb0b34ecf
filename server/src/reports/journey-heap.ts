import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkValues } from './event-field.ts';
import {
  type ChunkTouches,
  type EventFinder,
  MatchingEvents,
  type SomePeople,
} from './event-finder.ts';
import { MAX_PERSON, Shelves, type SortedEntries } from './shelves.ts';

/**
 * A person's events by time, and events of the same time by arrival. Only the places from `start` until before `end`
 * count, and only during the visit.
 */
export interface Journey {
  start: number;
  end: number;
  times: Float64Array;
  /** Bit i is set where the event meets condition i. The bits above those of the conditions mean nothing. */
  met: Int32Array;
  /** The first value of a field that is not null. */
  firstTouch: string | null;
}

export interface JourneyVisitor {
  visit(journey: Journey): void;
}

export interface HeapLimits {
  /** 8 bytes each. An event counts as six when its time or value does not fit into 8 bytes. */
  maxEvents: number;
}

/** The people whose number modulo `parts`, a power of two, is `index`: few enough to fit into one heap. */
export interface Part {
  parts: number;
  index: number;
}

/** What a heap collects. */
interface HeapContents {
  part: Part;
  /** How many there are. */
  conditions: number;
  /** Finds its events. */
  finder: EventFinder;
  hasTouch: boolean;
}

/** Collects the events of a scan and groups them by person. */
export class JourneyHeap {
  readonly #contents: HeapContents;
  readonly #partBits: number;
  readonly #maxEvents: number;
  readonly #shelves: Shelves;
  readonly #touchNumbers = new ValueNumbers();
  /** One of the people, and whether there are others. */
  #someone = -1;
  #hasOthers = false;
  /** Places of the events of a chunk that are collected. */
  #found = new Uint32Array(0);

  constructor(contents: HeapContents, { maxEvents }: HeapLimits) {
    const { part, conditions, hasTouch } = contents;
    this.#contents = contents;
    this.#partBits = Math.log2(part.parts);
    this.#shelves = new Shelves(conditions, hasTouch);
    this.#maxEvents = maxEvents;
  }

  /**
   * Returns false when there is no room. The events of one person always fit.
   *
   * @param met for each kind, the conditions that it meets
   * @param values of the field whose first one each journey carries
   */
  add(chunk: EventChunk, met: Int32Array, values: ChunkValues | null): boolean {
    const { people, starts, base, offsets, kinds, runLengths, runContexts } = chunk;
    const { parts, index: part } = this.#contents.part;
    const shelves = this.#shelves;
    const touches = this.#touchNumbers.ofAll(values?.values ?? []);
    const count = this.#findEvents(chunk, met, values && { of: values.of, numbers: touches });
    const found = this.#found;
    const ofKinds = values?.of === 'kind' ? touches : new Int32Array(met.length);
    const largestTouch = touches.reduce((largest, touch) => Math.max(largest, touch), 0);
    const events = { base, offsets, found, kinds, met, touches: ofKinds, largestTouch };
    shelves.begin(events);
    let [at, end] = [-1, 0];
    // The current run of events with one context, and its touch. Where contexts do not matter, there is one run.
    let [run, runEnd, touch] = [-1, values?.of === 'context' ? 0 : kinds.length, 0];
    for (let index = 0; index < count; ) {
      const event = found[index] as number;
      while (event >= end) end = starts[++at + 1] as number;
      const person = people[at] as number;
      if ((person & (parts - 1)) !== part) {
        do index += 1;
        while ((found[index] as number) < end);
        continue;
      }
      const rank = person >>> this.#partBits;
      if (rank > MAX_PERSON) return false;
      this.#notePerson(person);
      if (event >= runEnd) {
        do runEnd += runLengths[++run] as number;
        while (event >= runEnd);
        touch = touches[runContexts[run] as number] as number;
        // The next runs often have the same touch: most contexts differ in the path alone.
        for (; run + 1 < runContexts.length; runEnd += runLengths[++run] as number) {
          if (touches[runContexts[run + 1] as number] !== touch) break;
        }
      }
      index = shelves.add(rank, touch, events, index, Math.min(end, runEnd));
    }
    return !this.#hasOthers || shelves.weight() <= this.#maxEvents;
  }

  /** Returns the people who are not visited, because some of their events are missing. Null if there are none. */
  incomplete(): SomePeople | null {
    return this.#contents.finder.incomplete();
  }

  /** Visits each of the other people once, with the same journey each time. */
  visit(visitor: JourneyVisitor): void {
    const sorted = this.#shelves.room();
    const journey = { start: 0, end: 0, times: sorted.times, met: sorted.met, firstTouch: null };
    for (let shelf = 0; shelf < Shelves.count; shelf++) {
      this.#shelves.move(shelf, sorted);
      this.#visitShelf(shelf, sorted, journey, visitor);
    }
  }

  #visitShelf(shelf: number, sorted: SortedEntries, journey: Journey, visitor: JourneyVisitor) {
    const { ends, met, touches } = sorted;
    const isApart = touches.length > 0;
    const { conditions, hasTouch, part } = this.#contents;
    const incomplete = this.incomplete();
    journey.end = 0;
    for (let place = 0; place < ends.length; place++) {
      journey.start = journey.end;
      journey.end = ends[place] as number;
      if (journey.start === journey.end) continue;
      const rank = place * Shelves.count + shelf;
      if (incomplete?.has(rank * part.parts + part.index)) continue;
      if (hasLateEvent(journey)) putInOrder(journey, touches);
      if (hasTouch) {
        const touch = isApart ? firstOf(touches, 0, journey) : firstOf(met, conditions, journey);
        journey.firstTouch = this.#touchNumbers.valueOf(touch);
      }
      visitor.visit(journey);
    }
  }

  #notePerson(person: number): void {
    if (this.#someone === -1) this.#someone = person;
    else if (person !== this.#someone) this.#hasOthers = true;
  }

  /** Writes the places of the events to collect, and a larger number after them. Returns the number of events. */
  #findEvents(chunk: EventChunk, met: Int32Array, touches: ChunkTouches | null): number {
    const { kinds } = chunk;
    if (kinds.length >= this.#found.length) this.#found = new Uint32Array(kinds.length + 1);
    const count = this.#contents.finder.find(chunk, met, touches, this.#found);
    this.#found[count] = kinds.length;
    return count;
  }
}

function hasLateEvent({ start, end, times }: Journey): boolean {
  for (let event = start + 1; event < end; event++) {
    if ((times[event] as number) < (times[event - 1] as number)) return true;
  }
  return false;
}

/** Returns the first touch that is not 0. A touch lies above the lowest `shift` bits. */
function firstOf(column: Int32Array, shift: number, { start, end }: Journey): number {
  for (let event = start; event < end; event++) {
    const touch = (column[event] as number) >>> shift;
    if (touch !== 0) return touch;
  }
  return 0;
}

/** Sorts by time. Events of the same time keep their order, which is that of their arrival. */
function putInOrder({ start, end, times, met }: Journey, touches: Int32Array) {
  const ownTimes = times.slice(start, end);
  const order = Uint32Array.from(ownTimes, (_, event) => event);
  order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
  for (const column of [times, met, touches]) {
    const own = column.slice(start, end);
    for (let place = 0; place < own.length; place++) {
      column[start + place] = own[order[place] as number] as number;
    }
  }
}

/** Numbers values from 1. The number of null is 0. */
class ValueNumbers {
  readonly #values: (string | null)[] = [null];
  readonly #known = new Map<string | null, number>([[null, 0]]);

  ofAll(values: readonly (string | null)[]): Int32Array {
    const numbers = new Int32Array(values.length);
    for (const [place, value] of values.entries()) numbers[place] = this.#of(value);
    return numbers;
  }

  valueOf(number: number): string | null {
    return this.#values[number] ?? null;
  }

  #of(value: string | null): number {
    const number = this.#known.get(value);
    if (number !== undefined) return number;
    this.#known.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  }
}

const part = { parts: 1, index: 0 };
const heap = new JourneyHeap(
  { part, conditions: 0, finder: new MatchingEvents(), hasTouch: false },
  { maxEvents: 0 },
);
const { times, met } = new Shelves(0, false).room();
keepCompiled(heap, { start: 0, end: 0, times, met, firstTouch: null });
