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
const BLOCK_EVENTS = 1_024;
/** Events lie on shelves, by person. The processor's cache holds one shelf while its people are visited. */
const SHELF_BITS = 8;
const SHELVES = 2 ** SHELF_BITS;

/** Events in the order of arrival. */
interface Block {
  times: Float64Array;
  met: Int32Array;
  /** The place of the person among those of the shelf. */
  places: Uint32Array;
  /** The number of the event's value, or 0. Empty until a first touch is asked for. */
  touches: Int32Array;
}

const createBlock = (): Block => ({
  times: new Float64Array(BLOCK_EVENTS),
  met: new Int32Array(BLOCK_EVENTS),
  places: new Uint32Array(BLOCK_EVENTS),
  touches: new Int32Array(0),
});

/**
 * Blocks of earlier heaps, for the next heap of the thread: to get new memory takes as long as to write a few events.
 * They are freed with the thread, half a minute after the last question.
 */
const freeBlocks: Block[] = [];
/** 16 KB each, or 20 with touches. */
const MAX_FREE_BLOCKS = 4_096;

/**
 * Collects the events of a scan and groups them by person.
 *
 * @param every whether events that meet no condition are included
 */
export function createJourneyHeap(
  { parts, index: part }: Part,
  every: boolean,
  limits: HeapLimits,
) {
  const partBits = Math.log2(parts);
  const shelves: Block[][] = Array.from({ length: SHELVES }, () => []);
  /** The last block of each shelf, and the number of events in it. All others are full. */
  const open: Block[] = [];
  const filled = new Int32Array(SHELVES).fill(BLOCK_EVENTS);
  const touches = createValueNumbers();
  let all = 0;
  /** One of the people, and whether there are others. */
  let someone = -1;
  let hasOthers = false;
  let lastPlace = 0;
  let hasTouches = false;
  /** Places of the events of a chunk that are collected. */
  let events = new Uint32Array(0);

  /** Returns how many of the events are collected. Without a branch, because the processor could not predict it. */
  function findEvents(kinds: EventChunk['kinds'], met: Int32Array): number {
    const isFound = Uint8Array.from(met, (bits) => Number(every || bits !== 0));
    if (kinds.length > events.length) events = new Uint32Array(kinds.length);
    let found = 0;
    for (let event = 0; event < kinds.length; event++) {
      events[found] = event;
      found += isFound[kinds[event] as number] as number;
    }
    return found;
  }

  function openBlock(shelf: number): void {
    const block = freeBlocks.pop() ?? createBlock();
    if (hasTouches && block.touches.length === 0) block.touches = new Int32Array(BLOCK_EVENTS);
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
      const touchOf = values?.values.map(touches.numberOf) ?? [];
      hasTouches = values !== null;
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
        let inBlock = filled[shelf] as number;
        if (inBlock === BLOCK_EVENTS) {
          openBlock(shelf);
          inBlock = 0;
        }
        const block = open[shelf] as Block;
        block.times[inBlock] = base + (offsets[event] as number);
        block.met[inBlock] = met[kinds[event] as number] as number;
        block.places[inBlock] = place;
        filled[shelf] = inBlock + 1;
        all += 1;
        if (values === null) continue;
        block.touches[inBlock] = touchOf[values.places[event] as number] as number;
      }
      return all <= limits.maxEvents || !hasOthers;
    },

    /** Calls `visit` once for each person, with the same journey each time. */
    visit(visit: (journey: Journey) => void): void {
      const journey = createJourney();
      const most = Math.max(...shelves.map(({ length }) => length)) * BLOCK_EVENTS;
      const sort = createSorter(most, lastPlace, hasTouches);
      for (const [shelf, blocks] of shelves.entries()) {
        const sorted = sort(blocks, filled[shelf] as number);
        freeBlocks.push(...blocks.slice(0, MAX_FREE_BLOCKS - freeBlocks.length));
        for (let place = 0, start = 0; place <= lastPlace; place++) {
          const end = sorted.ends[place] as number;
          if (start === end) continue;
          const touch = fill(journey, sorted, start, end);
          journey.firstTouch = touches.valueOf(touch);
          visit(journey);
          start = end;
        }
      }
    },
  };
}

/** The events of a shelf, by person and then by arrival. */
interface SortedShelf {
  /** For each place, where the events of its person end. */
  ends: Int32Array;
  times: Float64Array;
  met: Int32Array;
  touches: Int32Array;
}

/**
 * Returns a function that sorts the events of a shelf, by counting. The next result overwrites the last one.
 *
 * @param most the most events of a shelf
 */
function createSorter(most: number, lastPlace: number, hasTouches: boolean) {
  const ends = new Int32Array(lastPlace + 1);
  const times = new Float64Array(most);
  const met = new Int32Array(most);
  const touches = new Int32Array(most);

  /** @param filled the number of events in the last block */
  return (blocks: readonly Block[], filled: number): SortedShelf => {
    const countOf = (block: Block) => (block === blocks.at(-1) ? filled : BLOCK_EVENTS);
    ends.fill(0);
    for (const block of blocks) {
      const { places } = block;
      const count = countOf(block);
      for (let event = 0; event < count; event++) {
        const place = places[event] as number;
        ends[place] = (ends[place] as number) + 1;
      }
    }
    // Where each person's events start. Each of them moves it on, to where they end.
    for (let place = 0, start = 0; place < ends.length; place++) {
      const count = ends[place] as number;
      ends[place] = start;
      start += count;
    }
    for (const block of blocks) {
      const { places, times: ownTimes, met: ownMet, touches: ownTouches } = block;
      const count = countOf(block);
      for (let event = 0; event < count; event++) {
        const place = places[event] as number;
        const next = ends[place] as number;
        ends[place] = next + 1;
        times[next] = ownTimes[event] as number;
        met[next] = ownMet[event] as number;
        if (hasTouches) touches[next] = ownTouches[event] as number;
      }
    }
    return { ends, times, met, touches };
  };
}

const createJourney = (size = 256): Journey => ({
  length: 0,
  times: new Float64Array(size),
  met: new Int32Array(size),
  firstTouch: null,
});

/** Returns the number of the earliest value; among values of the same time, of the one that arrived first. */
function fill(journey: Journey, sorted: SortedShelf, start: number, end: number): number {
  if (end - start > journey.times.length) Object.assign(journey, createJourney((end - start) * 2));
  const { times, met } = journey;
  journey.length = end - start;
  let latest = Number.NEGATIVE_INFINITY;
  let isLate = false;
  let firstTouch = 0;
  let firstTouchAt = Number.POSITIVE_INFINITY;
  for (let place = start; place < end; place++) {
    const time = sorted.times[place] as number;
    if (time < latest) isLate = true;
    latest = time;
    times[place - start] = time;
    met[place - start] = sorted.met[place] as number;
    const touch = sorted.touches[place] as number;
    if (touch === 0 || time >= firstTouchAt) continue;
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
