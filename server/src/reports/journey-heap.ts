import { PART_EVENTS } from '../store/chunks/chunk-format.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkValues } from './event-field.ts';

/**
 * A person's events by time, and events of the same time by arrival. Only the first `length` places count, and only
 * during the visit.
 */
export interface Journey {
  length: number;
  times: Float64Array;
  /** Bit i is set where the event meets condition i. */
  met: Int32Array;
  firstTouch: string | null;
}

export interface HeapLimits {
  /** 16 bytes each, or 20 with a first touch. */
  maxEvents: number;
}

/** The people whose number modulo `parts`, a power of two, is `index`: few enough to fit into one heap. */
export interface Part {
  parts: number;
  index: number;
}

/** Events lie in blocks of this size, so that growing copies nothing. */
const BLOCK_BITS = 10;
const BLOCK_EVENTS = 2 ** BLOCK_BITS;
const IN_BLOCK = BLOCK_EVENTS - 1;
/** Events lie on shelves, by person. The processor's cache holds one shelf while its people are visited. */
const SHELF_BITS = 8;
const SHELVES = 2 ** SHELF_BITS;

/** Events in the order of arrival. */
interface Block {
  times: Float64Array;
  met: Int32Array;
  /** The place of the person among those of the shelf. */
  places: Uint32Array;
  /** The number of the event's value, or 0; empty when no first touch is asked for. */
  touches: Int32Array;
}

/**
 * Collects the events of a scan and groups them by person.
 *
 * @param every whether events that meet no condition are included
 */
export function createJourneyHeap({ parts, index: part }: Part, every: boolean, limits: HeapLimits) {
  const partBits = Math.log2(parts);
  const shelves: Block[][] = Array.from({ length: SHELVES }, () => []);
  /** The last block of each shelf. */
  const open: Block[] = [];
  const counts = new Int32Array(SHELVES);
  const touches = createValueNumbers();
  let all = 0;
  /** One of the people, and whether there are others. */
  let someone = -1;
  let hasOthers = false;
  let lastPlace = 0;
  /** Places of the events of a chunk that are collected. */
  const events = new Uint16Array(PART_EVENTS);

  /** Returns how many of the events are collected. Without a branch, because the processor could not predict it. */
  function findEvents(kinds: EventChunk['kinds'], met: Int32Array): number {
    const isFound = Uint8Array.from(met, (bits) => Number(every || bits !== 0));
    let found = 0;
    for (let event = 0; event < kinds.length; event++) {
      events[found] = event;
      found += isFound[kinds[event] as number] as number;
    }
    return found;
  }

  function openBlock(shelf: number, hasTouches: boolean): void {
    const block = {
      times: new Float64Array(BLOCK_EVENTS),
      met: new Int32Array(BLOCK_EVENTS),
      places: new Uint32Array(BLOCK_EVENTS),
      touches: new Int32Array(hasTouches ? BLOCK_EVENTS : 0),
    };
    open[shelf] = block;
    shelves[shelf]?.push(block);
  }

  return {
    /**
     * Returns false when there is no room. The events of one person always fit.
     *
     * @param met for each kind, the conditions that it meets
     * @param values of the field whose first one each journey carries
     */
    add(chunk: EventChunk, met: Int32Array, values: ChunkValues | null): boolean {
      const { people, starts, base, offsets, kinds } = chunk;
      const touchOf = values?.values.map(touches.numberOf) ?? null;
      const found = findEvents(kinds, met);
      let at = -1;
      let end = 0;
      let isMine = false;
      let shelf = 0;
      let place = 0;
      for (let index = 0; index < found; index++) {
        const event = events[index] as number;
        if (event >= end) {
          do end = starts[++at + 1] as number;
          while (event >= end);
          const person = people[at] as number;
          isMine = (person & (parts - 1)) === part;
          if (!isMine) continue;
          const rank = person >>> partBits;
          shelf = rank & (SHELVES - 1);
          place = rank >>> SHELF_BITS;
          if (place > lastPlace) lastPlace = place;
          if (someone === -1) someone = person;
          else if (person !== someone) hasOthers = true;
        }
        if (!isMine) continue;
        const count = counts[shelf] as number;
        const inBlock = count & IN_BLOCK;
        if (inBlock === 0) openBlock(shelf, touchOf !== null);
        const block = open[shelf] as Block;
        block.times[inBlock] = base + (offsets[event] as number);
        block.met[inBlock] = met[kinds[event] as number] as number;
        block.places[inBlock] = place;
        counts[shelf] = count + 1;
        all += 1;
        if (values === null || touchOf === null) continue;
        block.touches[inBlock] = touchOf[values.places[event] as number] as number;
      }
      return all <= limits.maxEvents || !hasOthers;
    },

    /** Calls `visit` once for each person, with the same journey each time. */
    visit(visit: (journey: Journey) => void): void {
      const ends = new Int32Array(lastPlace + 2);
      const order = new Int32Array(Math.max(...counts));
      const journey = createJourney();
      for (const [shelf, blocks] of shelves.entries()) {
        groupByPlace(blocks, counts[shelf] as number, ends, order);
        for (let place = 0; place <= lastPlace; place++) {
          const [start, end] = [ends[place] as number, ends[place + 1] as number];
          if (start === end) continue;
          const touch = fill(journey, blocks, order, start, end);
          journey.firstTouch = touches.valueOf(touch);
          visit(journey);
        }
      }
    },
  };
}

/**
 * Writes the events of a shelf into `order`, by person and then by arrival, and into `ends` where those of each person
 * start, and at the end where the last person's end.
 */
function groupByPlace(
  blocks: readonly Block[],
  count: number,
  ends: Int32Array,
  order: Int32Array,
): void {
  ends.fill(0);
  for (let event = 0; event < count; event++) {
    const { places } = blocks[event >> BLOCK_BITS] as Block;
    const next = (places[event & IN_BLOCK] as number) + 1;
    ends[next] = (ends[next] as number) + 1;
  }
  for (let place = 1; place < ends.length; place++) {
    ends[place] = (ends[place] as number) + (ends[place - 1] as number);
  }
  for (let event = count - 1; event >= 0; event--) {
    const { places } = blocks[event >> BLOCK_BITS] as Block;
    const next = (places[event & IN_BLOCK] as number) + 1;
    const end = (ends[next] as number) - 1;
    ends[next] = end;
    order[end] = event;
  }
  ends.copyWithin(0, 1);
  ends[ends.length - 1] = count;
}

const createJourney = (size = 256): Journey => ({
  length: 0,
  times: new Float64Array(size),
  met: new Int32Array(size),
  firstTouch: null,
});

/** Returns the number of the earliest value; among values of the same time, of the one that arrived first. */
function fill(
  journey: Journey,
  blocks: readonly Block[],
  order: Int32Array,
  start: number,
  end: number,
): number {
  if (end - start > journey.times.length) Object.assign(journey, createJourney((end - start) * 2));
  const { times, met } = journey;
  journey.length = end - start;
  let latest = Number.NEGATIVE_INFINITY;
  let isLate = false;
  let firstTouch = 0;
  let firstTouchAt = Number.POSITIVE_INFINITY;
  for (let place = start; place < end; place++) {
    const event = order[place] as number;
    const block = blocks[event >> BLOCK_BITS] as Block;
    const inBlock = event & IN_BLOCK;
    const time = block.times[inBlock] as number;
    if (time < latest) isLate = true;
    latest = time;
    times[place - start] = time;
    met[place - start] = block.met[inBlock] as number;
    if (block.touches.length === 0 || time >= firstTouchAt) continue;
    const touch = block.touches[inBlock] as number;
    if (touch === 0) continue;
    firstTouch = touch;
    firstTouchAt = time;
  }
  if (isLate) putInOrder(journey);
  return firstTouch;
}

/** Sorts by time. Events of the same time keep their order, which is that of their arrival. */
function putInOrder({ length, times, met }: Journey) {
  const [ownTimes, ownMet] = [times.slice(0, length), met.slice(0, length)];
  const order = Uint32Array.from({ length }, (_, event) => event);
  order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
  for (let event = 0; event < length; event++) {
    times[event] = ownTimes[order[event] ?? 0] ?? 0;
    met[event] = ownMet[order[event] ?? 0] ?? 0;
  }
}

/** Numbers values from 1. The number of null is 0. */
function createValueNumbers() {
  const values: (string | null)[] = [null];
  const known = new Map<string | null, number>([[null, 0]]);
  return {
    numberOf(value: string | null): number {
      const number = known.get(value);
      if (number !== undefined) return number;
      known.set(value, values.length);
      return values.push(value) - 1;
    },
    valueOf: (number: number): string | null => values[number] ?? null,
  };
}
