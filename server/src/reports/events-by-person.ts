import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkValues } from './event-field.ts';
import {
  type ChunkBreakdown,
  type EventFinder,
  MatchingEvents,
  type SomePeople,
} from './event-finder.ts';
import { MAX_PERSON, PersonPartitions, type SortedEntries } from './person-partitions.ts';

/**
 * A person's events by time, and events of the same time by arrival. Only the places from `start` until before `end`
 * count, and only during the visit.
 */
export interface Journey {
  start: number;
  end: number;
  times: Float64Array;
  /** Bit i is set where the event meets condition i. The bits above those of the conditions mean nothing. */
  matchedSteps: Int32Array;
  /** The first value of a field that is not null. */
  firstBreakdownValue: string | null;
}

export interface JourneyVisitor {
  visit(journey: Journey): void;
}

export interface EventLimits {
  /** 8 bytes each. An event counts as six when its time or value does not fit into 8 bytes. */
  maxEvents: number;
}

/** The people whose number modulo `parts`, a power of two, is `index`: few enough to fit into one collected. */
export interface Part {
  parts: number;
  index: number;
}

/** What a collected collects. */
interface CollectedEvents {
  part: Part;
  /** How many there are. */
  conditions: number;
  /** Finds its events. */
  finder: EventFinder;
  hasBreakdown: boolean;
}

/** Collects the events of a scan and groups them by person. */
export class EventsByPerson {
  readonly #contents: CollectedEvents;
  readonly #partBits: number;
  readonly #maxEvents: number;
  readonly #partitions: PersonPartitions;
  readonly #breakdownValueIds = new ValueNumbers();
  /** One of the people, and whether there are others. */
  #someone = -1;
  #hasOthers = false;
  /** Places of the events of a chunk that are collected. */
  #found = new Uint32Array(0);

  constructor(contents: CollectedEvents, { maxEvents }: EventLimits) {
    const { part, conditions, hasBreakdown } = contents;
    this.#contents = contents;
    this.#partBits = Math.log2(part.parts);
    this.#partitions = new PersonPartitions(conditions, hasBreakdown);
    this.#maxEvents = maxEvents;
  }

  /**
   * Returns false when there is no room. The events of one person always fit.
   *
   * @param matchedSteps for each kind, the conditions that it meets
   * @param values of the field whose first one each journey carries
   */
  add(chunk: EventChunk, matchedSteps: Int32Array, values: ChunkValues | null): boolean {
    const { people, starts, base, offsets, kinds, runLengths, runContexts } = chunk;
    const { parts, index: part } = this.#contents.part;
    const partitions = this.#partitions;
    const breakdownValueIds = this.#breakdownValueIds.ofAll(values?.values ?? []);
    const count = this.#findEvents(
      chunk,
      matchedSteps,
      values && { of: values.of, numbers: breakdownValueIds },
    );
    const found = this.#found;
    const ofKinds = values?.of === 'kind' ? breakdownValueIds : new Int32Array(matchedSteps.length);
    const largestBreakdownValueId = breakdownValueIds.reduce(
      (largest, breakdownValueId) => Math.max(largest, breakdownValueId),
      0,
    );
    const events = {
      base,
      offsets,
      found,
      kinds,
      matchedSteps,
      breakdownValueIds: ofKinds,
      largestBreakdownValueId,
    };
    partitions.begin(events);
    let [at, end] = [-1, 0];
    // The current run of events with one context, and its breakdownValueId. Where contexts do not matter, there is one run.
    let [run, runEnd, breakdownValueId] = [-1, values?.of === 'context' ? 0 : kinds.length, 0];
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
        breakdownValueId = breakdownValueIds[runContexts[run] as number] as number;
        // The next runs often have the same breakdownValueId: most contexts differ in the path alone.
        for (; run + 1 < runContexts.length; runEnd += runLengths[++run] as number) {
          if (breakdownValueIds[runContexts[run + 1] as number] !== breakdownValueId) break;
        }
      }
      index = partitions.add(rank, breakdownValueId, events, index, Math.min(end, runEnd));
    }
    return !this.#hasOthers || partitions.weight() <= this.#maxEvents;
  }

  /** Returns the people who are not visited, because some of their events are missing. Null if there are none. */
  incomplete(): SomePeople | null {
    return this.#contents.finder.incomplete();
  }

  /** Visits each of the other people once, with the same journey each time. */
  visit(visitor: JourneyVisitor): void {
    const sorted = this.#partitions.room();
    const journey = {
      start: 0,
      end: 0,
      times: sorted.times,
      matchedSteps: sorted.matchedSteps,
      firstBreakdownValue: null,
    };
    for (let partition = 0; partition < PersonPartitions.count; partition++) {
      this.#partitions.move(partition, sorted);
      this.#visitPartition(partition, sorted, journey, visitor);
    }
  }

  #visitPartition(
    partition: number,
    sorted: SortedEntries,
    journey: Journey,
    visitor: JourneyVisitor,
  ) {
    const { ends, matchedSteps, breakdownValueIds } = sorted;
    const isApart = breakdownValueIds.length > 0;
    const { conditions, hasBreakdown, part } = this.#contents;
    const incomplete = this.incomplete();
    journey.end = 0;
    for (let place = 0; place < ends.length; place++) {
      journey.start = journey.end;
      journey.end = ends[place] as number;
      if (journey.start === journey.end) continue;
      const rank = place * PersonPartitions.count + partition;
      if (incomplete?.has(rank * part.parts + part.index)) continue;
      if (hasLateEvent(journey)) putInOrder(journey, breakdownValueIds);
      if (hasBreakdown) {
        const breakdownValueId = isApart
          ? firstOf(breakdownValueIds, 0, journey)
          : firstOf(matchedSteps, conditions, journey);
        journey.firstBreakdownValue = this.#breakdownValueIds.valueOf(breakdownValueId);
      }
      visitor.visit(journey);
    }
  }

  #notePerson(person: number): void {
    if (this.#someone === -1) this.#someone = person;
    else if (person !== this.#someone) this.#hasOthers = true;
  }

  /** Writes the places of the events to collect, and a larger number after them. Returns the number of events. */
  #findEvents(
    chunk: EventChunk,
    matchedSteps: Int32Array,
    breakdownValueIds: ChunkBreakdown | null,
  ): number {
    const { kinds } = chunk;
    if (kinds.length >= this.#found.length) this.#found = new Uint32Array(kinds.length + 1);
    const count = this.#contents.finder.find(chunk, matchedSteps, breakdownValueIds, this.#found);
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

/** Returns the first breakdownValueId that is not 0. A breakdownValueId lies above the lowest `shift` bits. */
function firstOf(column: Int32Array, shift: number, { start, end }: Journey): number {
  for (let event = start; event < end; event++) {
    const breakdownValueId = (column[event] as number) >>> shift;
    if (breakdownValueId !== 0) return breakdownValueId;
  }
  return 0;
}

/** Sorts by time. Events of the same time keep their order, which is that of their arrival. */
function putInOrder({ start, end, times, matchedSteps }: Journey, breakdownValueIds: Int32Array) {
  const ownTimes = times.slice(start, end);
  const order = Uint32Array.from(ownTimes, (_, event) => event);
  order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
  for (const column of [times, matchedSteps, breakdownValueIds]) {
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
const collected = new EventsByPerson(
  { part, conditions: 0, finder: new MatchingEvents(), hasBreakdown: false },
  { maxEvents: 0 },
);
const { times, matchedSteps } = new PersonPartitions(0, false).room();
keepCompiled(collected, { start: 0, end: 0, times, matchedSteps, firstBreakdownValue: null });
