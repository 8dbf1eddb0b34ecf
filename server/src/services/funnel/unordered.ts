import type { Attempt, AttemptFinder, FunnelRule, PersonEvents } from './rule.ts';

/**
 * Finds the best attempt of an unordered funnel, as PostHog does (`funnel-udf/src/unordered_steps.rs` there): the most
 * steps taken within one window, in any order, each by a separate event. An excluded event discards the steps taken so
 * far. A person who took any step still counts for the first step.
 */
export class UnorderedAttempts implements AttemptFinder {
  readonly #steps: number;
  readonly #stepBits: number;
  readonly #windowMs: number;
  readonly #held: Held;

  constructor({ steps, windowMs }: FunnelRule) {
    this.#steps = steps;
    this.#stepBits = 2 ** steps - 1;
    this.#windowMs = windowMs;
    this.#held = new Held(steps);
  }

  find({ start, end, times, met }: PersonEvents): Attempt {
    const held = this.#held;
    held.clear();
    let best: Attempt = [];
    let first: number | null = null;
    for (let event = start; event < end && best.length < this.#steps; event++) {
      const time = times[event] as number;
      while (held.completed() === this.#steps || time - held.oldest() > this.#windowMs) {
        if (held.completed() > best.length) best = held.times();
        held.dropOldest();
      }
      const bits = (met[event] as number) & this.#stepBits;
      if (bits === 0) held.clear();
      else held.add(time, bits);
      if (bits !== 0) first ??= time;
    }
    if (held.completed() > best.length) best = held.times();
    return best.length > 0 || first === null ? best : [first];
  }
}

/**
 * The times of the events that may still count, by the step that they take, each step's oldest first. It is used again
 * for each person, because making it anew took most of the time.
 */
class Held {
  readonly #steps: number;
  readonly #queues: readonly number[][];
  /** For each step, where its oldest time is in the queue, and where the queue ends. Beyond are times of earlier people. */
  readonly #heads: Int32Array;
  readonly #ends: Int32Array;
  /** The oldest and the latest time of each step: Infinity and -Infinity for a step without events. */
  readonly #fronts: Float64Array;
  readonly #latest: Float64Array;
  #completed = 0;
  /** The step with the oldest time. Of equal times the first step counts. */
  #oldest = 0;

  constructor(steps: number) {
    this.#steps = steps;
    this.#queues = Array.from({ length: steps }, () => []);
    this.#heads = new Int32Array(steps);
    this.#ends = new Int32Array(steps);
    this.#fronts = new Float64Array(steps);
    this.#latest = new Float64Array(steps);
  }

  completed(): number {
    return this.#completed;
  }

  /** Returns the times of the first event of each step taken, in ascending order. */
  times(): number[] {
    const times: number[] = [];
    for (let step = 0; step < this.#steps; step++) {
      const time = this.#fronts[step] as number;
      if (time === Number.POSITIVE_INFINITY) continue;
      // There are few, and `sort` with a function takes three times as long.
      let place = times.length;
      for (; place > 0 && (times[place - 1] as number) > time; place--) {
        times[place] = times[place - 1] as number;
      }
      times[place] = time;
    }
    return times;
  }

  /** Infinity when there is no event. */
  oldest(): number {
    return this.#fronts[this.#oldest] as number;
  }

  dropOldest(): void {
    const oldest = this.#oldest;
    const head = (this.#heads[oldest] as number) + 1;
    this.#heads[oldest] = head;
    if (head < (this.#ends[oldest] as number)) {
      this.#fronts[oldest] = (this.#queues[oldest] as number[])[head] as number;
    } else {
      this.#fronts[oldest] = Number.POSITIVE_INFINITY;
      this.#latest[oldest] = Number.NEGATIVE_INFINITY;
      this.#completed -= 1;
    }
    this.#findOldest();
  }

  /**
   * An event that meets several steps counts for one that was not taken yet, or else for the one taken the longest
   * ago.
   */
  add(time: number, bits: number): void {
    const latest = this.#latest;
    let chosen = 31 - Math.clz32(bits);
    for (let left = bits ^ (1 << chosen); left !== 0; ) {
      const step = 31 - Math.clz32(left);
      left ^= 1 << step;
      if ((latest[step] as number) <= (latest[chosen] as number)) chosen = step;
    }
    const end = this.#ends[chosen] as number;
    (this.#queues[chosen] as number[])[end] = time;
    this.#ends[chosen] = end + 1;
    latest[chosen] = time;
    if (this.#fronts[chosen] !== Number.POSITIVE_INFINITY) return;
    this.#fronts[chosen] = time;
    this.#completed += 1;
    this.#findOldest();
  }

  clear(): void {
    this.#completed = 0;
    for (let step = 0; step < this.#steps; step++) {
      this.#heads[step] = 0;
      this.#ends[step] = 0;
      this.#fronts[step] = Number.POSITIVE_INFINITY;
      this.#latest[step] = Number.NEGATIVE_INFINITY;
    }
  }

  #findOldest(): void {
    const fronts = this.#fronts;
    let oldest = 0;
    for (let step = 1; step < this.#steps; step++) {
      if ((fronts[step] as number) < (fronts[oldest] as number)) oldest = step;
    }
    this.#oldest = oldest;
  }
}
