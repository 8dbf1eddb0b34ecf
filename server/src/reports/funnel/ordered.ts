import type { PersonEvents } from '../scan/scan-events.sql.ts';
import type { AttemptFinder, FunnelRule, Moments } from './rule.ts';

/**
 * Finds the best attempt of an ordered or strict funnel, as PostHog does (`funnel-udf/src/steps.rs` there):
 *
 * - Each event that meets step 1 opens an attempt. One event takes one step of an attempt.
 * - Of the attempts that have taken the same number of steps, the newest is followed: its window is open the longest.
 * - The attempt that gets furthest counts, and of several the first to get there.
 * - An attempt is spoilt when an excluded event comes after one of its steps and before the next. Another one that gets
 *   as far and is clean takes its place.
 * - Events of one instant have no order. They are tried in the order of the steps, and among them nothing resets a
 *   strict attempt or spoils one.
 *
 * One person with two attempts, in a funnel of A, B and C with a window of 10 minutes. `began[n]` is when the newest
 * attempt with n steps began:
 *
 * | minute | event | began[1] | began[2] | began[3] | best attempt | why                                            |
 * |--------|-------|----------|----------|----------|--------------|------------------------------------------------|
 * | 0      | A     | 0        |          |          | 0            | the first attempt opens                        |
 * | 1      | B     | 0        | 0        |          | 0, 1         | it takes its second step                       |
 * | 5      | A     | 5        | 0        |          | 0, 1         | the second attempt opens beside it             |
 * | 8      | B     | 5        | 5        |          | 0, 1         | it has two steps too, and is followed from now |
 * | 12     | C     | 5        | 5        | 5        | 5, 8, 12     | the first would have ended at minute 10        |
 *
 * The steps took 3 and 4 minutes. Without the C, the first attempt would be the best: it was the first with two steps.
 * With an excluded event at minute 9, between B and C, both attempts would be spoilt and the person would count nowhere.
 */
export class OrderedAttempts implements AttemptFinder {
  readonly #steps: number;
  readonly #stepBits: number;
  readonly #windowMs: number;
  readonly #strict: boolean;
  readonly #exclusions: readonly number[];
  readonly #excluded: number;
  // At index n, for the newest attempt with n steps: when it began (NaN if there is none), whether it is spoilt, and
  // its events. Index 0 is not used.
  readonly #began: Float64Array;
  readonly #spoilt: Uint8Array;
  readonly #takenBy: readonly Int32Array[];
  /**
   * Bit n is set where an attempt with n steps may be continued. Bit 0 is always set, because an attempt may always be
   * opened. Most events find no attempt, and are passed over.
   */
  #waiting = 1;
  readonly #best: { taken: number; by: Int32Array; began: number; spoilt: boolean };
  /** What is returned, for each number of steps. */
  readonly #attempts: readonly number[][];
  #times: PersonEvents['times'] = new Float64Array(0);
  #matchedSteps: PersonEvents['matchedSteps'] = new Int32Array(0);

  constructor({ steps, windowMs, strict, exclusions }: FunnelRule) {
    this.#steps = steps;
    this.#stepBits = 2 ** steps - 1;
    this.#windowMs = windowMs;
    this.#strict = strict;
    this.#exclusions = exclusions;
    this.#excluded = exclusions.reduce((all, bits) => all | bits, 0);
    this.#began = new Float64Array(steps + 1);
    this.#spoilt = new Uint8Array(steps + 1);
    this.#takenBy = Array.from({ length: steps + 1 }, () => new Int32Array(steps));
    this.#best = { taken: 0, by: new Int32Array(steps), began: Number.NaN, spoilt: false };
    this.#attempts = Array.from({ length: steps + 1 }, (_, taken) => Array(taken).fill(0));
  }

  find({ start, end, times, matchedSteps }: PersonEvents): Moments {
    const began = this.#began;
    const best = this.#best;
    this.#times = times;
    this.#matchedSteps = matchedSteps;
    best.taken = 0;
    best.spoilt = false;
    for (let step = 0; step < began.length; step++) began[step] = Number.NaN;
    this.#waiting = 1;
    const lastStep = 1 << this.#steps;
    for (let event = start; event < end; event++) {
      const bits = (matchedSteps[event] as number) & (this.#waiting | this.#excluded);
      // Any event resets a strict attempt, if there is one.
      if (bits === 0 && (!this.#strict || this.#waiting === 1)) continue;
      // Another event of the instant may have been passed over, and may take a step now.
      const time = times[event] as number;
      let first = event;
      while (first > start && times[first - 1] === time) first -= 1;
      while (event + 1 < end && times[event + 1] === time) event += 1;
      if (first !== event) this.#followInstant(first, event + 1);
      else if (bits === 1 && !this.#strict) this.#open(event);
      else this.#followOne(event);
      if ((this.#waiting & lastStep) !== 0) break;
    }
    const attempt = this.#attempts[best.spoilt ? 0 : best.taken] as number[];
    for (let step = 0; step < attempt.length; step++) {
      attempt[step] = times[best.by[step] as number] as number;
    }
    return attempt;
  }

  #takesStep(event: number, step: number): boolean {
    return ((this.#matchedSteps[event] as number) & (1 << (step - 1))) !== 0;
  }

  /**
   * Copies the events of the attempt that has taken `taken` steps, and adds one. A loop, because `set` and `subarray`
   * cost ten times as much.
   */
  #copyTo(target: Int32Array, taken: number, event: number): void {
    const source = this.#takenBy[taken] as Int32Array;
    for (let step = 0; step < taken; step++) target[step] = source[step] as number;
    target[taken] = event;
  }

  #hasTaken(taken: number, event: number): boolean {
    const by = this.#takenBy[taken] as Int32Array;
    for (let step = 0; step < taken; step++) if (by[step] === event) return true;
    return false;
  }

  /** Returns whether the attempt that has taken `taken` steps can continue at this time. It continues only once. */
  #isWaiting(taken: number, time: number): boolean {
    const from = this.#began[taken] as number;
    return time - from <= this.#windowMs && this.#began[taken + 1] !== from;
  }

  /** Takes the first step of a new attempt, unless one has begun at this instant. */
  #open(event: number): void {
    const time = this.#times[event] as number;
    if (this.#began[1] === time) return;
    this.#began[1] = time;
    this.#spoilt[1] = 0;
    this.#waiting |= 0b10;
    (this.#takenBy[1] as Int32Array)[0] = event;
    const best = this.#best;
    if (best.taken > 1 || (best.taken === 1 && !best.spoilt)) return;
    best.taken = 1;
    best.by[0] = event;
    best.began = time;
    best.spoilt = false;
  }

  #take(event: number, step: number): void {
    if (step === 1) {
      this.#open(event);
      return;
    }
    const before = step - 1;
    if (!this.#isWaiting(before, this.#times[event] as number)) {
      // Its window has ended, or it has continued already. Only a strict attempt may continue again, when it has lost a step.
      if (!this.#strict) this.#waiting &= ~(1 << before);
      return;
    }
    const began = this.#began[before] as number;
    const isSpoilt = this.#spoilt[before] === 1;
    if (!isSpoilt) {
      this.#began[step] = began;
      this.#spoilt[step] = 0;
      this.#waiting |= 1 << step;
      this.#copyTo(this.#takenBy[step] as Int32Array, before, event);
    }
    const best = this.#best;
    if (step > best.taken || (step === best.taken && best.spoilt)) {
      this.#copyTo(best.by, before, event);
      best.taken = step;
      best.began = began;
      best.spoilt = isSpoilt;
    }
  }

  #exclude(event: number): void {
    const time = this.#times[event] as number;
    const matchedSteps = this.#matchedSteps[event] as number;
    const best = this.#best;
    for (let taken = this.#steps - 1; taken > 0; taken--) {
      if ((matchedSteps & (this.#exclusions[taken] as number)) === 0) continue;
      if (this.#spoilt[taken] === 1 || !this.#isWaiting(taken, time)) continue;
      this.#spoilt[taken] = 1;
      if (best.taken === taken && time - best.began <= this.#windowMs) best.spoilt = true;
    }
  }

  #followOne(event: number): void {
    if (((this.#matchedSteps[event] as number) & this.#excluded) !== 0) this.#exclude(event);
    // Last step first, so that an event that meets two steps does not take both in one attempt.
    for (
      let left = (this.#matchedSteps[event] as number) & this.#stepBits & this.#waiting;
      left !== 0;
    ) {
      const step = 32 - Math.clz32(left);
      left ^= 1 << (step - 1);
      this.#take(event, step);
    }
    if (!this.#strict) return;
    for (let step = 1; step <= this.#steps; step++) {
      if (this.#takesStep(event, step)) continue;
      this.#began[step] = Number.NaN;
      this.#waiting &= ~(1 << step);
    }
  }

  #followInstant(first: number, end: number): void {
    if (this.#areAlike(first, end)) {
      for (let event = first; event < end; event++) this.#followOne(event);
      return;
    }
    for (let step = 1; step <= this.#steps; step++) {
      for (let event = first; event < end; event++) {
        if (this.#takesStep(event, step) && !this.#hasTaken(step - 1, event)) {
          this.#take(event, step);
        }
      }
    }
  }

  #areAlike(first: number, end: number): boolean {
    const matchedSteps = this.#matchedSteps[first] as number;
    const areBoth = (a: number, b: number, bits: number) =>
      ((a & bits) !== 0) === ((b & bits) !== 0);
    for (let event = first + 1; event < end; event++) {
      const own = this.#matchedSteps[event] as number;
      if (((own ^ matchedSteps) & this.#stepBits) !== 0) return false;
      if (!this.#exclusions.every((bits) => areBoth(own, matchedSteps, bits))) return false;
    }
    return true;
  }
}
