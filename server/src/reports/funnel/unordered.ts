import type { PersonEvents } from '../scan/scan-events.sql.ts';
import type { AttemptFinder, FunnelRule, Moments } from './rule.ts';

/**
 * Finds the best attempt of an unordered funnel, as PostHog does (`funnel-udf/src/unordered_steps.rs` there): the most
 * steps taken within one window, in any order, each by a separate event. An excluded event discards the steps taken so
 * far. A person who took any step still counts for the first step.
 */
export class UnorderedAttempts implements AttemptFinder {
  readonly #steps: number;
  readonly #stepBits: number;
  readonly #windowMs: number;
  // For each step: how many events of the window took it, and when the latest of them did.
  readonly #counts: Int32Array;
  readonly #latest: Float64Array;
  /** At index n, the step that the person's event n took. Excluded events leave what was there. */
  #taken = new Uint8Array(0);
  /** What is returned, for each number of steps. */
  readonly #attempts: readonly number[][];

  constructor({ steps, windowMs }: FunnelRule) {
    this.#steps = steps;
    this.#stepBits = 2 ** steps - 1;
    this.#windowMs = windowMs;
    this.#counts = new Int32Array(steps);
    this.#latest = new Float64Array(steps);
    this.#attempts = Array.from({ length: steps + 1 }, (_, count) => Array(count).fill(0));
  }

  find({ start, end, times, matchedSteps }: PersonEvents): Moments {
    if (end - start > this.#taken.length) this.#taken = new Uint8Array((end - start) * 2);
    const counts = this.#counts;
    const latest = this.#latest;
    const taken = this.#taken;
    const stepBits = this.#stepBits;
    const windowMs = this.#windowMs;
    this.#forget();
    // The window contains the events from `oldest` until before the current one. They took `held` different steps.
    let oldest = start;
    let held = 0;
    // The window with the most steps began with the event `from`.
    let best = 0;
    let from = start;
    for (let event = start; event < end; event++) {
      const time = times[event] as number;
      for (; time - (times[oldest] as number) > windowMs; oldest++) {
        // A window counts when its first event leaves it. Before that, an excluded event may discard it.
        if (held > best) {
          best = held;
          from = oldest;
        }
        const step = taken[oldest - start] as number;
        const left = (counts[step] as number) - 1;
        counts[step] = left;
        if (left === 0) held -= 1;
      }
      const bits = (matchedSteps[event] as number) & stepBits;
      if (bits === 0) {
        this.#forget();
        held = 0;
        oldest = event + 1;
        continue;
      }
      const step = (bits & (bits - 1)) === 0 ? 31 - Math.clz32(bits) : this.#choose(bits);
      const count = counts[step] as number;
      taken[event - start] = step;
      latest[step] = time;
      counts[step] = count + 1;
      if (count === 0) held += 1;
      if (held === this.#steps) break;
    }
    if (held > best) {
      best = held;
      from = oldest;
    }
    return best === 0
      ? this.#firstOf(start, end, times, matchedSteps)
      : this.#attempt(best, from, start, times);
  }

  #forget(): void {
    for (let step = 0; step < this.#steps; step++) this.#counts[step] = 0;
  }

  /** Returns the step of an event that meets several: one that was not taken yet, or else the one taken the longest ago. */
  #choose(bits: number): number {
    let chosen = 31 - Math.clz32(bits);
    for (let left = bits ^ (1 << chosen); left !== 0; ) {
      const step = 31 - Math.clz32(left);
      left ^= 1 << step;
      if (this.#latestOf(step) <= this.#latestOf(chosen)) chosen = step;
    }
    return chosen;
  }

  #latestOf(step: number): number {
    return this.#counts[step] === 0 ? Number.NEGATIVE_INFINITY : (this.#latest[step] as number);
  }

  /** Returns the times of the first event of each step from the event `from` on, until it has `count` of them. */
  #attempt(count: number, from: number, start: number, times: PersonEvents['times']): Moments {
    const attempt = this.#attempts[count] as number[];
    let found = 0;
    let seen = 0;
    for (let event = from; found < count; event++) {
      const bit = 1 << (this.#taken[event - start] as number);
      if ((seen & bit) !== 0) continue;
      seen |= bit;
      attempt[found] = times[event] as number;
      found += 1;
    }
    return attempt;
  }

  /** Returns an attempt of one step, if any event took one. */
  #firstOf(
    start: number,
    end: number,
    times: PersonEvents['times'],
    matchedSteps: PersonEvents['matchedSteps'],
  ): Moments {
    for (let event = start; event < end; event++) {
      if (((matchedSteps[event] as number) & this.#stepBits) !== 0) return [times[event] as number];
    }
    return [];
  }
}
