import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkValues } from './event-field.ts';
import { MAX_PLACE, roomFor, Shelf, type SortedEntries } from './shelf.ts';

/**
 * A person's events by time, and events of the same time by arrival. Only the places from `start` until before `end`
 * count, and only during the visit.
 */
export interface Journey {
  start: number;
  end: number;
  times: Float64Array;
  /** Bit i is set where the event meets condition i. */
  met: Int32Array;
  firstTouch: string | null;
}

export interface JourneyVisitor {
  visit(journey: Journey): void;
}

export interface HeapLimits {
  /** 8 bytes each. The first touch of a person in a chunk takes as much as an event. */
  maxEvents: number;
}

/** The people whose number modulo `parts`, a power of two, is `index`: few enough to fit into one heap. */
export interface Part {
  parts: number;
  index: number;
}

/** Events lie on shelves, by person. The processor's cache holds one shelf while its people are visited. */
const SHELF_BITS = 6;
const SHELVES = 2 ** SHELF_BITS;
const createShelves = () => Array.from({ length: SHELVES }, () => new Shelf());

interface SortedShelf {
  events: SortedEntries;
  touches: SortedEntries;
}

/** Collects the events of a scan and groups them by person. */
export class JourneyHeap {
  readonly #part: Part;
  readonly #partBits: number;
  readonly #every: boolean;
  readonly #maxEvents: number;
  readonly #events = createShelves();
  /** Of each chunk, the first touch of each person. */
  readonly #touches = createShelves();
  readonly #touchNumbers = new ValueNumbers();
  /** One of the people, and whether there are others. */
  #someone = -1;
  #hasOthers = false;
  #lastPlace = 0;
  /** Places of the events of a chunk that are collected. */
  #found = new Uint32Array(0);

  /** @param every whether events that meet no condition are included */
  constructor(part: Part, every: boolean, { maxEvents }: HeapLimits) {
    this.#part = part;
    this.#partBits = Math.log2(part.parts);
    this.#every = every;
    this.#maxEvents = maxEvents;
  }

  /**
   * Returns false when there is no room. The events of one person always fit.
   *
   * @param met for each kind, the conditions that it meets
   * @param values of the field whose first one each journey carries
   */
  add(chunk: EventChunk, met: Int32Array, values: ChunkValues | null): boolean {
    const { people, starts, base, offsets, kinds } = chunk;
    const { parts, index: part } = this.#part;
    const touchOf = this.#touchNumbers.ofAll(values?.values ?? []);
    const count = this.#findEvents(kinds, met);
    const found = this.#found;
    let [at, end] = [-1, 0];
    for (let index = 0; index < count; ) {
      let event = found[index] as number;
      do end = starts[++at + 1] as number;
      while (event >= end);
      const person = people[at] as number;
      if ((person & (parts - 1)) !== part) {
        do index += 1;
        while (index < count && (found[index] as number) < end);
        continue;
      }
      const rank = person >>> this.#partBits;
      const shelf = rank & (SHELVES - 1);
      const place = rank >>> SHELF_BITS;
      if (place > MAX_PLACE) return false;
      this.#notePerson(person, place);
      const events = this.#events[shelf] as Shelf;
      let touch = 0;
      do {
        const time = base + (offsets[event] as number);
        events.add(place, time, met[kinds[event] as number] as number);
        if (values !== null && touch === 0) {
          touch = touchOf[values.places[event] as number] as number;
          if (touch !== 0) this.#touches[shelf]?.add(place, time, touch);
        }
        index += 1;
        event = found[index] as number;
      } while (index < count && event < end);
    }
    return this.#weight() <= this.#maxEvents || !this.#hasOthers;
  }

  /** Visits each person once, with the same journey each time. The heap is empty afterwards. */
  visit(visitor: JourneyVisitor): void {
    const places = this.#lastPlace + 1;
    const shelf = {
      events: roomFor(this.#events, places),
      touches: roomFor(this.#touches, places),
    };
    const { times, values: met } = shelf.events;
    const journey = { start: 0, end: 0, times, met, firstTouch: null };
    for (let number = 0; number < SHELVES; number++) {
      this.#events[number]?.moveTo(shelf.events);
      this.#touches[number]?.moveTo(shelf.touches);
      this.#visitShelf(shelf, journey, visitor);
    }
  }

  #visitShelf({ events, touches }: SortedShelf, journey: Journey, visitor: JourneyVisitor): void {
    let firstTouch = 0;
    journey.end = 0;
    for (let place = 0; place < events.ends.length; place++) {
      journey.start = journey.end;
      journey.end = events.ends[place] as number;
      if (journey.start === journey.end) continue;
      const touchEnd = touches.ends[place] as number;
      journey.firstTouch = this.#touchNumbers.valueOf(earliest(touches, firstTouch, touchEnd));
      firstTouch = touchEnd;
      if (hasLateEvent(journey)) putInOrder(journey);
      visitor.visit(journey);
    }
  }

  #notePerson(person: number, place: number): void {
    if (place > this.#lastPlace) this.#lastPlace = place;
    if (this.#someone === -1) this.#someone = person;
    else if (person !== this.#someone) this.#hasOthers = true;
  }

  #weight(): number {
    let weight = 0;
    for (const shelf of this.#events) weight += shelf.weight();
    for (const shelf of this.#touches) weight += shelf.weight();
    return weight;
  }

  /** Returns how many of the events are collected. Without a branch, because the processor could not predict it. */
  #findEvents(kinds: EventChunk['kinds'], met: Int32Array): number {
    const isFound = new Uint8Array(met.length);
    for (let kind = 0; kind < met.length; kind++) {
      isFound[kind] = Number(this.#every || met[kind] !== 0);
    }
    if (kinds.length >= this.#found.length) this.#found = new Uint32Array(kinds.length + 1);
    const found = this.#found;
    let count = 0;
    for (let event = 0; event < kinds.length; event++) {
      found[count] = event;
      count += isFound[kinds[event] as number] as number;
    }
    return count;
  }
}

function hasLateEvent({ start, end, times }: Journey): boolean {
  for (let event = start + 1; event < end; event++) {
    if ((times[event] as number) < (times[event - 1] as number)) return true;
  }
  return false;
}

/** Returns the value of the earliest entry; among entries of the same time, of the one that arrived first. */
function earliest({ times, values }: SortedEntries, start: number, end: number): number {
  let value = 0;
  let since = Number.POSITIVE_INFINITY;
  for (let entry = start; entry < end; entry++) {
    const time = times[entry] as number;
    if (time >= since) continue;
    since = time;
    value = values[entry] as number;
  }
  return value;
}

/** Sorts by time. Events of the same time keep their order, which is that of their arrival. */
function putInOrder({ start, end, times, met }: Journey) {
  const [ownTimes, ownMet] = [times.slice(start, end), met.slice(start, end)];
  const order = Uint32Array.from(ownTimes, (_, event) => event);
  order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
  for (const [place, event] of order.entries()) {
    times[start + place] = ownTimes[event] ?? 0;
    met[start + place] = ownMet[event] ?? 0;
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

const sample = new JourneyHeap({ parts: 1, index: 0 }, false, { maxEvents: 0 });
const room = roomFor([new Shelf()], 1);
const journey = { start: 0, end: 0, times: room.times, met: room.values, firstTouch: null };
keepCompiled(sample, room, { events: room, touches: room }, journey);
