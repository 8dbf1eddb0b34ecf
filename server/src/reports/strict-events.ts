import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkBreakdown, EventFinder, SomePeople } from './event-finder.ts';
import type { Part } from './events-by-person.ts';

// What is known of a person, in bits.
const HAS_OPEN_ATTEMPT = 0b1;
const TOOK_FIRST_STEP = 0b10;
const HAS_BREAKDOWN_VALUE = 0b100;
/** Stands alone: nothing else is known of a late person. */
const IS_LATE = 0b1000;

// Sets of steps, in bits.
const NONE = 0;
const FIRST = 0b1;
const SECOND = 0b10;
const ALL = -1;

/**
 * Finds the events that may change a person's best attempt in a strict funnel. There, any event between two steps ends an
 * attempt. Two rules leave most events out:
 *
 * - While no attempt is open, only an event that meets the first step matters.
 * - A person's first attempt already counts for the first step. A later one that takes no second step changes nothing, unless
 *   the funnel has exclusions, which may have spoilt the first one.
 *
 * Each person's first event with a breakdownValueId is found too. The rules need a person's events in the order of time. Somebody whose
 * events arrived in another order, in two chunks, is late. Late people are incomplete.
 */
export class StrictEvents implements EventFinder {
  readonly #part: Part;
  readonly #stepBits: number;
  readonly #hasExclusions: boolean;
  /** By person. */
  #states = new Uint8Array(0);
  /** By person, the time of the last event. */
  #ends = new Float64Array(0);
  /** The time of the last event of all people. Most chunks begin later, so few people's own times are read. */
  #latest = Number.NEGATIVE_INFINITY;
  #hasLate = false;

  /**
   * @param part the people to find events of
   * @param steps how many of the conditions are steps: the first ones; the others are exclusions
   */
  constructor(part: Part, steps: number, conditions: number) {
    this.#part = part;
    this.#stepBits = 2 ** steps - 1;
    this.#hasExclusions = conditions > steps;
  }

  incomplete(): SomePeople | null {
    const states = this.#states;
    return this.#hasLate ? { has: (person) => states[person] === IS_LATE } : null;
  }

  find(
    chunk: EventChunk,
    matchedSteps: Int32Array,
    breakdownValueIds: ChunkBreakdown | null,
    found: Uint32Array,
  ): number {
    const { people, starts, base, offsets, kinds } = chunk;
    const { parts, index } = this.#part;
    this.#makeRoom(people);
    const states = this.#states;
    const ends = this.#ends;
    const steps = matchedSteps.map((bits) => bits & this.#stepBits);
    const lastPlace = offsets.length - 1;
    const latest = this.#latest;
    let count = 0;
    for (let at = 0; at < people.length; at++) {
      const person = people[at] as number;
      if ((person & (parts - 1)) !== index) continue;
      const start = starts[at] as number;
      const end = starts[at + 1] as number;
      const state = states[person] as number;
      let offset = offsets[start] as number;
      const begins = base + offset;
      const isLate = begins <= latest && begins <= (ends[person] as number);
      if (isLate || state === IS_LATE) {
        states[person] = IS_LATE;
        this.#hasLate = true;
        continue;
      }
      const needsBreakdownValue = breakdownValueIds !== null && (state & HAS_BREAKDOWN_VALUE) === 0;
      const valued = needsBreakdownValue
        ? firstWithBreakdownValue(chunk, breakdownValueIds, start, end)
        : end;
      let tookFirst = state & TOOK_FIRST_STEP;
      // The steps that an open attempt may have taken last.
      let open = state & HAS_OPEN_ATTEMPT ? ALL : NONE;
      // Whether the last event found opened an attempt that changes nothing without a second step.
      let isSpare = false;
      for (let event = start, before = -1; event < end; event++) {
        const next = offsets[Math.min(event + 1, lastPlace)] as number;
        const own = steps[kinds[event] as number] as number;
        const maySplit = (own & (own >>> 1)) !== NONE;
        if (maySplit || offset === before || offset === next || event === valued) {
          // Events of one instant are tried together, and one that meets successive steps may be split into several.
          found[count++] = event;
          open = ALL;
          isSpare = false;
        } else if ((open | (own & FIRST)) !== NONE) {
          if (isSpare && (own & SECOND) === NONE) {
            count -= 1;
            open = NONE;
          }
          const opens = open === NONE && (own & FIRST) !== NONE;
          // Nothing is open where the event only ended a spare attempt.
          if (opens || open !== NONE) found[count++] = event;
          isSpare = opens && tookFirst !== 0 && !this.#hasExclusions;
          open = own & (open | (open << 1) | FIRST);
        }
        if ((own & FIRST) !== NONE) tookFirst = TOOK_FIRST_STEP;
        before = offset;
        offset = next;
      }
      const hasBreakdown = valued < end ? HAS_BREAKDOWN_VALUE : state & HAS_BREAKDOWN_VALUE;
      states[person] = (open === NONE ? 0 : HAS_OPEN_ATTEMPT) | tookFirst | hasBreakdown;
      const ended = base + (offsets[end - 1] as number);
      ends[person] = ended;
      if (ended > this.#latest) this.#latest = ended;
    }
    return count;
  }

  #makeRoom(people: Int32Array): void {
    let most = 0;
    for (let at = 0; at < people.length; at++) most = Math.max(most, people[at] as number);
    const { length } = this.#states;
    if (most < length) return;
    const states = new Uint8Array(most * 2 + 1_024);
    states.set(this.#states);
    this.#states = states;
    const ends = new Float64Array(states.length).fill(Number.NEGATIVE_INFINITY, length);
    ends.set(this.#ends);
    this.#ends = ends;
  }
}

/** Returns the first of the events with a breakdownValueId, or else where they end. */
function firstWithBreakdownValue(
  chunk: EventChunk,
  { of, numbers }: ChunkBreakdown,
  start: number,
  end: number,
): number {
  const places = of === 'kind' ? chunk.kinds : chunk.contexts;
  let event = start;
  while (event < end && numbers[places[event] as number] === 0) event += 1;
  return event;
}

keepCompiled(new StrictEvents({ parts: 1, index: 0 }, 0, 0));
