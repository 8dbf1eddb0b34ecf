import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkValues } from './event-field.ts';

/** The breakdownValueIds of a chunk. A breakdownValueId is the number of a value in the breakdown, and 0 without a value. */
export interface ChunkBreakdown {
  of: ChunkValues['of'];
  /** For each place in the table of kinds, or of contexts. */
  numbers: Int32Array;
}

/** A set of people, by number. */
export interface SomePeople {
  has(person: number): boolean;
}

/** Finds the events that a report needs, in the chunks of one scan. */
export interface EventFinder {
  /**
   * @param matchedSteps for each kind, the conditions that it meets
   * @param breakdownValueIds null where the report needs none
   * @param found gets the places of the events
   * @returns the number of events found
   */
  find(
    chunk: EventChunk,
    matchedSteps: Int32Array,
    breakdownValueIds: ChunkBreakdown | null,
    found: Uint32Array,
  ): number;
  /** Returns the people who need another scan, because some of their events are missing. Null if there are none. */
  incomplete(): SomePeople | null;
}

/** Finds the events that meet a condition. */
export class MatchingEvents implements EventFinder {
  find(
    { kinds }: EventChunk,
    matchedSteps: Int32Array,
    _: ChunkBreakdown | null,
    found: Uint32Array,
  ): number {
    const meets = Uint8Array.from(matchedSteps, (bits) => Number(bits !== 0));
    let count = 0;
    // Without a branch, because the processor could not predict it.
    for (let event = 0; event < kinds.length; event++) {
      found[count] = event;
      count += meets[kinds[event] as number] as number;
    }
    return count;
  }

  incomplete(): null {
    return null;
  }
}

/** Finds all events of some people. */
export class EventsOf implements EventFinder {
  readonly #some: SomePeople;

  constructor(some: SomePeople) {
    this.#some = some;
  }

  find(
    { people, starts }: EventChunk,
    _: Int32Array,
    __: ChunkBreakdown | null,
    found: Uint32Array,
  ): number {
    let count = 0;
    for (let at = 0; at < people.length; at++) {
      if (!this.#some.has(people[at] as number)) continue;
      const end = starts[at + 1] as number;
      for (let event = starts[at] as number; event < end; event++) found[count++] = event;
    }
    return count;
  }

  incomplete(): null {
    return null;
  }
}

keepCompiled(new MatchingEvents(), new EventsOf({ has: () => false }));
