import { keepCompiled } from '../keep-compiled.ts';
import type { EventChunk } from '../store/store.ts';
import type { ChunkTouches, EventFinder, SomePeople } from './event-finder.ts';
import type { Part } from './journey-heap.ts';

// What is known of a person, in bits.
const HAS_OPEN_ATTEMPT = 0b1;
const TOOK_FIRST_STEP = 0b10;
const HAS_TOUCH = 0b100;
/** Of the last chunk with this person, all events were found. */
const KEPT_ALL = 0b1000;
/** Stands alone: nothing else is known of a late person. */
const IS_LATE = 0b1_0000;

/**
 * One in so many people of a chunk keeps all events: the last ones. On a site with ten million events a year they came in
 * the last six minutes.
 */
const KEEPING_SHARE = 128;

// Sets of steps.
const NONE = 0;
const FIRST = 0b1;
const SECOND = 0b10;
const ALL = -1;

/**
 * Finds the events of a strict funnel that may change somebody's best attempt. Every event between two steps matters, but
 *
 * - while no attempt is open, only an event that meets the first step does;
 * - an attempt without a second step changes nothing for a person who has taken the first step before, unless an
 *   excluded event may have spoilt that one.
 *
 * It also finds each person's first event with a touch. All this needs a person's events by time. Somebody with an event at
 * the time of one that may have been left out, or before it, and in a later chunk, is late, and incomplete. Batches of events
 * that overtake each other when a chunk ends would make this usual, so the last people of a chunk keep all of their events.
 */
export class StrictEvents implements EventFinder {
  readonly #part: Part;
  readonly #stepBits: number;
  readonly #hasExclusions: boolean;
  /** By person. */
  #states = new Uint8Array(0);
  /** By person, the time of the last event. */
  #ends = new Float64Array(0);
  /** By person with {@link KEPT_ALL}: the time of the last event before those of that chunk. */
  #endsBefore = new Float64Array(0);
  /** The time of the last event of all. Most people's events in a chunk are later, so that their own time need not be read. */
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
    met: Int32Array,
    touches: ChunkTouches | null,
    found: Uint32Array,
  ): number {
    const { people, starts, base, offsets, kinds } = chunk;
    const { parts, index } = this.#part;
    this.#makeRoom(people);
    const states = this.#states;
    const ends = this.#ends;
    const steps = met.map((bits) => bits & this.#stepBits);
    const lastPlace = offsets.length - 1;
    const latest = this.#latest;
    // People are in the order in which they came.
    const keepingFrom = people.length - Math.ceil(people.length / KEEPING_SHARE);
    let count = 0;
    for (let at = 0; at < people.length; at++) {
      const person = people[at] as number;
      if ((person & (parts - 1)) !== index) continue;
      const start = starts[at] as number;
      const end = starts[at + 1] as number;
      const state = states[person] as number;
      let offset = offsets[start] as number;
      const begins = base + offset;
      const isEarlier = begins <= latest && begins <= (ends[person] as number);
      if (state === IS_LATE || (isEarlier && !this.#hasKeptAllSince(person, begins))) {
        states[person] = IS_LATE;
        this.#hasLate = true;
        continue;
      }
      const keepsAll = isEarlier || at >= keepingFrom;
      if (keepsAll) this.#endsBefore[person] = ends[person] as number;
      const needsTouch = touches !== null && (state & HAS_TOUCH) === 0;
      const touched = needsTouch ? firstTouched(chunk, touches, start, end) : end;
      let tookFirst = state & TOOK_FIRST_STEP;
      // The steps that an open attempt may have taken last.
      let open = state & HAS_OPEN_ATTEMPT ? ALL : NONE;
      // Whether the last event found opened an attempt that changes nothing without a second step.
      let isSpare = false;
      for (let event = start, before = -1; event < end; event++) {
        const next = offsets[Math.min(event + 1, lastPlace)] as number;
        const own = steps[kinds[event] as number] as number;
        const maySplit = (own & (own >>> 1)) !== NONE;
        if (keepsAll || maySplit || offset === before || offset === next || event === touched) {
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
      const hasTouch = touched < end ? HAS_TOUCH : state & HAS_TOUCH;
      states[person] =
        (open === NONE ? 0 : HAS_OPEN_ATTEMPT) | tookFirst | hasTouch | (keepsAll ? KEPT_ALL : 0);
      let ended = base + (offsets[end - 1] as number);
      if (isEarlier) ended = Math.max(ended, ends[person] as number);
      ends[person] = ended;
      if (ended > this.#latest) this.#latest = ended;
    }
    return count;
  }

  /** Whether no event from this time on was left out. */
  #hasKeptAllSince(person: number, time: number): boolean {
    const state = this.#states[person] as number;
    return (state & KEPT_ALL) !== 0 && time > (this.#endsBefore[person] as number);
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
    const endsBefore = new Float64Array(states.length);
    endsBefore.set(this.#endsBefore);
    this.#endsBefore = endsBefore;
  }
}

/** Returns the first of the events with a touch, or else where they end. */
function firstTouched(
  chunk: EventChunk,
  { of, numbers }: ChunkTouches,
  start: number,
  end: number,
): number {
  const places = of === 'kind' ? chunk.kinds : chunk.contexts;
  let event = start;
  while (event < end && numbers[places[event] as number] === 0) event += 1;
  return event;
}

keepCompiled(new StrictEvents({ parts: 1, index: 0 }, 0, 0));
