import { keepCompiled } from '../../lib/keep-compiled.ts';
import type { EventChunk } from '../../store/store.ts';
import { PART_EVENTS } from './event-rows.sql.ts';
import { MAX_PERSON, PersonPartitions, type SortedEntries } from './person-partitions.ts';

/**
 * A person's events by time, and events of the same time by arrival. Only the places from `start` until before `end`
 * count, and only during the visit.
 */
export interface PersonEvents {
  start: number;
  end: number;
  times: Float64Array;
  /** Bit i is set where the event matches condition i. The bits above those of the conditions mean nothing. */
  matchedSteps: Int32Array;
}

export interface PersonVisitor {
  /** @param breakdown the first value of the breakdown that is not null */
  visit(events: PersonEvents, breakdown: string | null): void;
}

/** The people whose number modulo `parts`, a power of two, is `index`. */
export interface PeopleShare {
  parts: number;
  index: number;
}

/** The values of a field in one chunk: for each place in its table of kinds, or of contexts. */
export interface ChunkValues {
  of: 'kind' | 'context';
  values: readonly (string | null)[];
}

interface WantedEvents {
  conditions: number;
  /** Whether events that match none are collected, too. */
  withOthers: boolean;
  hasBreakdown: boolean;
  /** 8 bytes each. An event counts as six when its time or value does not fit into 8 bytes. Those of one person always fit. */
  maxEvents: number;
}

/** Collects the events of a scan and groups them by person. */
export class EventsByPerson {
  readonly #share: PeopleShare;
  readonly #wanted: WantedEvents;
  readonly #partitions: PersonPartitions;
  readonly #valueIds = new ValueIds();
  #lastPerson = -1;
  #hasSeveralPeople = false;
  /** Places of the events of a chunk that are collected, and after them a larger one. */
  readonly #found = new Uint32Array(PART_EVENTS + 1);

  constructor(share: PeopleShare, wanted: WantedEvents) {
    this.#share = share;
    this.#wanted = wanted;
    this.#partitions = new PersonPartitions(wanted.conditions, wanted.hasBreakdown);
  }

  /**
   * Returns false when there is no room.
   *
   * @param matchedSteps for each kind
   */
  add(chunk: EventChunk, matchedSteps: Int32Array, breakdown: ChunkValues | null): boolean {
    const { people, starts, base, offsets, kinds } = chunk;
    const { parts, index: share } = this.#share;
    const partBits = Math.log2(parts);
    const partitions = this.#partitions;
    const found = this.#found;
    const count = this.#find(kinds, matchedSteps);
    const ids = this.#valueIds.ofAll(breakdown?.values ?? []);
    const contexts = breakdown?.of === 'context' ? chunk.contexts() : null;
    const events = {
      ...{ base, offsets, found, kinds, matchedSteps },
      breakdownValueIds: breakdown?.of === 'kind' ? ids : new Int32Array(matchedSteps.length),
      largestBreakdownValueId: ids.reduce((largest, id) => Math.max(largest, id), 0),
    };
    partitions.begin(events);
    let [at, end] = [-1, 0];
    for (let next = 0; next < count; ) {
      const event = found[next] as number;
      while (event >= end) end = starts[++at + 1] as number;
      const person = people[at] as number;
      if ((person & (parts - 1)) !== share) {
        do next += 1;
        while ((found[next] as number) < end);
        continue;
      }
      const rank = person >>> partBits;
      if (rank > MAX_PERSON) return false;
      this.#hasSeveralPeople ||= this.#lastPerson !== -1 && this.#lastPerson !== person;
      this.#lastPerson = person;
      let [id, stop] = [0, end];
      if (contexts) {
        id = ids[contexts[event] as number] as number;
        for (stop = event + 1; stop < end && ids[contexts[stop] as number] === id; ) stop += 1;
      }
      next = partitions.add(rank, id, events, next, stop);
    }
    return !this.#hasSeveralPeople || partitions.weight() <= this.#wanted.maxEvents;
  }

  /** Visits each person once, with the same events object each time. */
  visit(visitor: PersonVisitor): void {
    const sorted = this.#partitions.room();
    const { times, matchedSteps } = sorted;
    const events: PersonEvents = { start: 0, end: 0, times, matchedSteps };
    for (let partition = 0; partition < PersonPartitions.count; partition++) {
      this.#partitions.move(partition, sorted);
      this.#visitSorted(sorted, events, visitor);
    }
  }

  #visitSorted(sorted: SortedEntries, events: PersonEvents, visitor: PersonVisitor): void {
    const { ends, matchedSteps, breakdownValueIds } = sorted;
    const { conditions, hasBreakdown } = this.#wanted;
    events.end = 0;
    for (let place = 0; place < ends.length; place++) {
      events.start = events.end;
      events.end = ends[place] as number;
      if (events.start === events.end) continue;
      if (hasLateEvent(events)) putInOrder(events, breakdownValueIds);
      let id = 0;
      if (hasBreakdown && breakdownValueIds.length > 0) id = firstId(breakdownValueIds, 0, events);
      else if (hasBreakdown) id = firstId(matchedSteps, conditions, events);
      visitor.visit(events, this.#valueIds.valueOf(id));
    }
  }

  /** Writes the places of the events to collect, and returns their number. */
  #find(kinds: EventChunk['kinds'], matchedSteps: Int32Array): number {
    const isWanted = matchedSteps.map((steps) => Number(this.#wanted.withOthers || steps !== 0));
    const found = this.#found;
    let count = 0;
    // Without a branch, because the processor could not predict it.
    for (let event = 0; event < kinds.length; event++) {
      found[count] = event;
      count += isWanted[kinds[event] as number] as number;
    }
    found[count] = kinds.length;
    return count;
  }
}

function hasLateEvent({ start, end, times }: PersonEvents): boolean {
  for (let event = start + 1; event < end; event++) {
    if ((times[event] as number) < (times[event - 1] as number)) return true;
  }
  return false;
}

/** Returns the first id that is not 0. An id lies above the lowest `shift` bits. */
function firstId(column: Int32Array, shift: number, { start, end }: PersonEvents): number {
  for (let event = start; event < end; event++) {
    const id = (column[event] as number) >>> shift;
    if (id !== 0) return id;
  }
  return 0;
}

/** Sorts by time. Events of the same time keep their order, which is that of their arrival. */
function putInOrder({ start, end, times, matchedSteps }: PersonEvents, ids: Int32Array): void {
  const ownTimes = times.slice(start, end);
  const order = Uint32Array.from(ownTimes.keys());
  order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
  for (const column of [times, matchedSteps, ids]) {
    const own = column.slice(start, end);
    for (let place = 0; place < own.length; place++) {
      column[start + place] = own[order[place] as number] as number;
    }
  }
}

/** Numbers values from 1. The number of null is 0. */
class ValueIds {
  readonly #values: (string | null)[] = [null];
  readonly #known = new Map<string | null, number>([[null, 0]]);

  ofAll(values: readonly (string | null)[]): Int32Array {
    return Int32Array.from(values, (value) => this.#of(value));
  }

  valueOf(id: number): string | null {
    return this.#values[id] ?? null;
  }

  #of(value: string | null): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    this.#known.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  }
}

keepCompiled(
  new EventsByPerson(
    { parts: 1, index: 0 },
    { conditions: 0, withOthers: false, hasBreakdown: false, maxEvents: 0 },
  ),
);
