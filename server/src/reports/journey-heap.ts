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

/**
 * Collects the events of a scan and groups them by person. The events that one person has in one chunk are a run: they
 * lie together, in order. A run points to the person's previous run.
 *
 * @param every whether events that meet no condition are included
 */
export function createJourneyHeap({ parts, index }: Part, every: boolean, limits: HeapLimits) {
  let times = new Float64Array(4_096);
  let met = new Int32Array(4_096);
  let count = 0;
  let runStarts = new Int32Array(1_024);
  let previousRuns = new Int32Array(1_024);
  let runs = 0;
  /** By person: the number of the latest run plus one, or 0. */
  let latest = new Int32Array(1_024);
  let people = 0;
  const touches = createFirstTouches();

  function growEvents() {
    const size = times.length * 2;
    times = enlarged(times, new Float64Array(size));
    met = enlarged(met, new Int32Array(size));
  }

  function addRun(person: number, start: number) {
    if (runs + 1 >= runStarts.length) {
      runStarts = enlarged(runStarts, new Int32Array(runs * 2));
      previousRuns = enlarged(previousRuns, new Int32Array(runs * 2));
    }
    if (person >= latest.length) latest = enlarged(latest, new Int32Array(person * 2));
    const previous = latest[person] ?? 0;
    if (previous === 0) people += 1;
    runStarts[runs] = start;
    previousRuns[runs] = previous;
    runs += 1;
    runStarts[runs] = count;
    latest[person] = runs;
  }

  return {
    /** Returns false when there is no room. The events of one person always fit. */
    add(chunk: HeapChunk): boolean {
      const { starts, kinds } = chunk;
      for (let place = 0; place < chunk.people.length; place++) {
        const person = chunk.people[place] ?? 0;
        if (parts > 1 && person % parts !== index) continue;
        const start = count;
        const end = starts[place + 1] ?? 0;
        for (let event = starts[place] ?? 0; event < end; event++) {
          const bits = chunk.met[kinds[event] ?? 0] ?? 0;
          if (bits === 0 && !every) continue;
          if (count === times.length) growEvents();
          const time = chunk.times[event] ?? 0;
          times[count] = time;
          met[count] = bits;
          count += 1;
          if (chunk.touches) touches.add(person, time, chunk.touches, event);
        }
        if (count > start) addRun(person, start);
        if (count > limits.maxEvents && people > 1) return false;
      }
      return true;
    },

    /** Calls `visit` once for each person, with the same arrays each time. */
    visit(visit: (journey: Journey) => void): void {
      const journey = { length: 0, times: new Float64Array(256), met: new Int32Array(256) };
      const own: number[] = [];
      for (let person = 0; person < latest.length; person++) {
        own.length = 0;
        let length = 0;
        for (let run = latest[person] ?? 0; run > 0; run = previousRuns[run - 1] ?? 0) {
          own.push(run - 1);
          length += (runStarts[run] ?? 0) - (runStarts[run - 1] ?? 0);
        }
        if (length === 0) continue;
        if (length > journey.times.length) {
          journey.times = new Float64Array(length * 2);
          journey.met = new Int32Array(length * 2);
        }
        journey.length = 0;
        for (let place = own.length - 1; place >= 0; place--) copyRun(journey, own[place] ?? 0);
        putInOrder(journey);
        visit({ ...journey, firstTouch: touches.of(person) });
      }
    },
  };

  function copyRun(journey: { length: number; times: Float64Array; met: Int32Array }, run: number) {
    const end = runStarts[run + 1] ?? 0;
    for (let event = runStarts[run] ?? 0; event < end; event++) {
      journey.times[journey.length] = times[event] ?? 0;
      journey.met[journey.length] = met[event] ?? 0;
      journey.length += 1;
    }
  }
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
