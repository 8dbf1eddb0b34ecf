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
  /** 12 bytes each. */
  maxEvents: number;
}

/** The people whose number modulo `parts` is `index`: few enough to fit into one heap. */
export interface Part {
  parts: number;
  index: number;
}

export interface HeapChunk extends Pick<EventChunk, 'people' | 'starts' | 'times' | 'kinds'> {
  /** For each kind, the conditions that it meets. */
  met: Int32Array;
  /** The values of the field whose first one each journey carries. */
  touches: ChunkValues | null;
}

/** Events lie in blocks of this size, so that growing copies nothing. */
const BLOCK_BITS = 12;
const BLOCK_EVENTS = 2 ** BLOCK_BITS;
const IN_BLOCK = BLOCK_EVENTS - 1;
/** Events lie on shelves, by person. The processor's cache holds one shelf while its people are visited. */
const SHELF_BITS = 6;
const SHELVES = 2 ** SHELF_BITS;

/**
 * Collects the events of a scan and groups them by person.
 *
 * @param every whether events that meet no condition are included
 */
export function createJourneyHeap({ parts, index }: Part, every: boolean, limits: HeapLimits) {
  const shelves = Array.from({ length: SHELVES }, createShelf);
  const touches = createFirstTouches();
  let count = 0;
  let people = 0;

  return {
    /** Returns false when there is no room. The events of one person always fit. */
    add({ people: own, starts, times, kinds, met, touches: values }: HeapChunk): boolean {
      for (let place = 0; place < own.length; place++) {
        const person = own[place] as number;
        if (parts > 1 && person % parts !== index) continue;
        const shelf = shelves[person % SHELVES] as Shelf;
        let added = 0;
        const end = starts[place + 1] as number;
        for (let event = starts[place] as number; event < end; event++) {
          const bits = met[kinds[event] as number] as number;
          if (bits === 0 && !every) continue;
          shelf.addEvent(times[event] as number, bits);
          added += 1;
          if (values) touches.add(person, times[event] as number, values, event);
        }
        if (added === 0) continue;
        if (shelf.endRun(person >> SHELF_BITS)) people += 1;
        count += added;
        if (count > limits.maxEvents && people > 1) return false;
      }
      return true;
    },

    /** Calls `visit` once for each person, with the same journey each time. */
    visit(visit: (journey: Journey) => void): void {
      const size = 256;
      const journey: Journey = {
        length: 0,
        times: new Float64Array(size),
        met: new Int32Array(size),
        firstTouch: null,
      };
      for (const [at, shelf] of shelves.entries()) {
        shelf.visit(journey, (place) => {
          putInOrder(journey);
          journey.firstTouch = touches.of(place * SHELVES + at);
          visit(journey);
        });
      }
    },
  };
}

type Shelf = ReturnType<typeof createShelf>;

/**
 * The events that one person has in one chunk are a run: they lie together, in order. A run points to the person's
 * previous run.
 */
function createShelf() {
  const blocks: { times: Float64Array; met: Int32Array }[] = [];
  let count = 0;
  /** Where each run ends, and the person's previous run plus one, or 0. */
  let ends = new Int32Array(256);
  let previous = new Int32Array(256);
  let runs = 0;
  /** By person: the number of the latest run plus one, or 0. */
  let latest = new Int32Array(256);

  function append(journey: Journey, run: number) {
    const end = ends[run] as number;
    let { length } = journey;
    for (let event = run === 0 ? 0 : (ends[run - 1] as number); event < end; event++, length++) {
      if (length === journey.times.length) {
        journey.times = enlarged(journey.times, new Float64Array(length * 2));
        journey.met = enlarged(journey.met, new Int32Array(length * 2));
      }
      const block = blocks[event >> BLOCK_BITS] as (typeof blocks)[number];
      journey.times[length] = block.times[event & IN_BLOCK] as number;
      journey.met[length] = block.met[event & IN_BLOCK] as number;
    }
    journey.length = length;
  }

  return {
    addEvent(time: number, bits: number): void {
      const at = count & IN_BLOCK;
      if (at === 0) {
        blocks.push({ times: new Float64Array(BLOCK_EVENTS), met: new Int32Array(BLOCK_EVENTS) });
      }
      const block = blocks[count >> BLOCK_BITS] as (typeof blocks)[number];
      block.times[at] = time;
      block.met[at] = bits;
      count += 1;
    },

    /** Makes a run of the events that were added last. Returns whether it is the person's first. */
    endRun(place: number): boolean {
      if (runs === ends.length) {
        ends = enlarged(ends, new Int32Array(runs * 2));
        previous = enlarged(previous, new Int32Array(runs * 2));
      }
      if (place >= latest.length) latest = enlarged(latest, new Int32Array(place * 2));
      const before = latest[place] as number;
      ends[runs] = count;
      previous[runs] = before;
      runs += 1;
      latest[place] = runs;
      return before === 0;
    },

    /** Fills the journey of each person in turn. */
    visit(journey: Journey, onFilled: (place: number) => void): void {
      const own: number[] = [];
      for (let place = 0; place < latest.length; place++) {
        let run = latest[place] as number;
        if (run === 0) continue;
        journey.length = 0;
        for (; run > 0; run = previous[run - 1] as number) own.push(run - 1);
        for (let next = own.pop(); next !== undefined; next = own.pop()) append(journey, next);
        onFilled(place);
      }
    },
  };
}

/** The earliest value of each person; among values of the same time, the one that arrived first. */
function createFirstTouches() {
  let times = new Float64Array(0);
  /** A place in `values`, plus one. */
  let places = new Uint32Array(0);
  const values: string[] = [];
  const known = new Map<string, number>();
  return {
    add(person: number, time: number, { places: own, values: ownValues }: ChunkValues, at: number) {
      const value = ownValues[own[at] ?? 0] ?? null;
      if (value === null) return;
      if (person >= places.length) {
        times = enlarged(times, new Float64Array(Math.max(1_024, person * 2)));
        places = enlarged(places, new Uint32Array(times.length));
      }
      if (places[person] !== 0 && (times[person] ?? 0) <= time) return;
      times[person] = time;
      const place = known.get(value) ?? values.push(value);
      known.set(value, place);
      places[person] = place;
    },
    of: (person: number): string | null => values[(places[person] ?? 0) - 1] ?? null,
  };
}

function enlarged<Numbers extends { set(from: Numbers): void }>(from: Numbers, to: Numbers) {
  to.set(from);
  return to;
}

/** Sorts by time. Events of the same time keep their order, which is that of their arrival. */
function putInOrder({ length, times, met }: Omit<Journey, 'firstTouch'>) {
  for (let place = 1; place < length; place++) {
    if ((times[place - 1] ?? 0) <= (times[place] ?? 0)) continue;
    const [ownTimes, ownMet] = [times.slice(0, length), met.slice(0, length)];
    const order = Uint32Array.from({ length }, (_, event) => event);
    order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
    for (let event = 0; event < length; event++) {
      times[event] = ownTimes[order[event] ?? 0] ?? 0;
      met[event] = ownMet[order[event] ?? 0] ?? 0;
    }
    return;
  }
}
