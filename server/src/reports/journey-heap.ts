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
const BLOCK_BITS = 16;
const BLOCK_EVENTS = 2 ** BLOCK_BITS;
const IN_BLOCK = BLOCK_EVENTS - 1;

interface Block {
  times: Float64Array;
  met: Int32Array;
}

/**
 * Collects the events of a scan and groups them by person. The events that one person has in one chunk are a run: they
 * lie together, in order. A run points to the person's previous run.
 *
 * @param every whether events that meet no condition are included
 */
export function createJourneyHeap({ parts, index }: Part, every: boolean, limits: HeapLimits) {
  const blocks: Block[] = [];
  let count = 0;
  /** Where each run starts. One more entry says where the last run ends. */
  let runStarts = new Int32Array(1_024);
  let previousRuns = new Int32Array(1_024);
  let runs = 0;
  /** By person: the number of the latest run plus one, or 0. */
  let latest = new Int32Array(1_024);
  let people = 0;
  const touches = createFirstTouches();

  function addEvent(time: number, bits: number) {
    const at = count & IN_BLOCK;
    if (at === 0) {
      blocks.push({ times: new Float64Array(BLOCK_EVENTS), met: new Int32Array(BLOCK_EVENTS) });
    }
    const block = blocks[count >> BLOCK_BITS] as Block;
    block.times[at] = time;
    block.met[at] = bits;
    count += 1;
  }

  function addRun(person: number, start: number) {
    if (runs + 1 >= runStarts.length) {
      runStarts = enlarged(runStarts, new Int32Array(runs * 2 + 2));
      previousRuns = enlarged(previousRuns, new Int32Array(runs * 2 + 2));
    }
    if (person >= latest.length) latest = enlarged(latest, new Int32Array(person * 2));
    const previous = latest[person] as number;
    if (previous === 0) people += 1;
    runStarts[runs] = start;
    previousRuns[runs] = previous;
    runs += 1;
    runStarts[runs] = count;
    latest[person] = runs;
  }

  const journey = {
    length: 0,
    times: new Float64Array(256),
    met: new Int32Array(256),
    firstTouch: null as string | null,
  };

  function appendRun(run: number) {
    const end = runStarts[run + 1] as number;
    let { length } = journey;
    for (let event = runStarts[run] as number; event < end; event++, length++) {
      if (length === journey.times.length) {
        journey.times = enlarged(journey.times, new Float64Array(length * 2));
        journey.met = enlarged(journey.met, new Int32Array(length * 2));
      }
      const block = blocks[event >> BLOCK_BITS] as Block;
      journey.times[length] = block.times[event & IN_BLOCK] as number;
      journey.met[length] = block.met[event & IN_BLOCK] as number;
    }
    journey.length = length;
  }

  return {
    /** Returns false when there is no room. The events of one person always fit. */
    add(chunk: HeapChunk): boolean {
      const { starts, kinds, met, touches: values } = chunk;
      for (let place = 0; place < chunk.people.length; place++) {
        const person = chunk.people[place] as number;
        if (parts > 1 && person % parts !== index) continue;
        const start = count;
        const end = starts[place + 1] as number;
        for (let event = starts[place] as number; event < end; event++) {
          const bits = met[kinds[event] as number] as number;
          if (bits === 0 && !every) continue;
          const time = chunk.times[event] as number;
          addEvent(time, bits);
          if (values) touches.add(person, time, values, event);
        }
        if (count > start) addRun(person, start);
        if (count > limits.maxEvents && people > 1) return false;
      }
      return true;
    },

    /** Calls `visit` once for each person, with the same journey each time. */
    visit(visit: (journey: Journey) => void): void {
      const own: number[] = [];
      for (let person = 0; person < latest.length; person++) {
        for (let run = latest[person] as number; run > 0; run = previousRuns[run - 1] as number) {
          own.push(run - 1);
        }
        if (own.length === 0) continue;
        journey.length = 0;
        for (let run = own.pop(); run !== undefined; run = own.pop()) appendRun(run);
        putInOrder(journey);
        journey.firstTouch = touches.of(person);
        visit(journey);
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
function putInOrder({
  length,
  times,
  met,
}: {
  length: number;
  times: Float64Array;
  met: Int32Array;
}) {
  // biome-ignore format: one line
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
