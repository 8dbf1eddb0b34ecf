import type { FunnelStepResult } from '#shared/funnel';
import { keepCompiled } from '../../lib/keep-compiled.ts';
import type { Moments } from './rule.ts';

/** Counts attempts, one for each person. Takes 8 bytes for each step after the first. */
export class Tally {
  readonly counts: number[];
  /** At index n, the times that people took from step n - 1 to step n, in milliseconds. */
  readonly durations: readonly Numbers[];

  constructor(steps: number) {
    this.counts = Array<number>(steps).fill(0);
    this.durations = Array.from({ length: steps }, () => new Numbers());
  }

  add(attempt: Moments): void {
    const { counts, durations } = this;
    for (let step = 0; step < attempt.length; step++) {
      counts[step] = (counts[step] as number) + 1;
      if (step === 0) continue;
      durations[step]?.push((attempt[step] as number) - (attempt[step - 1] as number));
    }
  }

  result(events: readonly (string | null)[]): FunnelStepResult[] {
    return events.map((event, step) => ({
      event,
      count: this.counts[step] ?? 0,
      ...inSeconds(this.durations[step]?.all() ?? new Float64Array()),
    }));
  }
}

export function mergeTallies(steps: number, tallies: readonly Tally[]): Tally {
  const [only, ...others] = tallies;
  if (only && others.length === 0) return only;
  const sum = new Tally(steps);
  for (const { counts, durations } of tallies) {
    for (const [step, all] of durations.entries()) {
      sum.counts[step] = (sum.counts[step] ?? 0) + (counts[step] ?? 0);
      sum.durations[step]?.pushAll(all.all());
    }
  }
  return sum;
}

/** @param durations milliseconds */
function inSeconds(durations: Float64Array) {
  const { length } = durations;
  if (length === 0) return { averageSeconds: null, medianSeconds: null };
  let sum = 0;
  for (const duration of durations) sum += duration;
  return {
    averageSeconds: sum / length / 1000,
    medianSeconds: medianOf(durations) / 1000,
  };
}

/** Collects many numbers, 8 bytes each. */
export class Numbers {
  #values = new Float64Array(0); // there are as many as made-up values of a breakdown
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow(this.#length + 1);
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  pushAll(values: Float64Array): void {
    const length = this.#length + values.length;
    if (length > this.#values.length) this.#grow(length);
    this.#values.set(values, this.#length);
    this.#length = length;
  }

  /** Returns the numbers themselves, so that a change of their order stays. */
  all(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  #grow(length: number): void {
    const larger = new Float64Array(Math.max(8, this.#length * 2, length));
    larger.set(this.all());
    this.#values = larger;
  }
}

/**
 * Returns the number at `place` in ascending order, and moves the smaller ones before it and the larger ones behind it:
 * C. A. R. Hoare, "Algorithm 65: FIND", Communications of the ACM 4 (1961). It takes a tenth of the time of sorting.
 * The pivot is chosen at random, because visitors choose the times.
 */
export function select(numbers: Float64Array, place: number): number {
  let left = 0;
  let right = numbers.length - 1;
  while (left < right) {
    const pivot = numbers[left + Math.floor(Math.random() * (right - left + 1))] as number;
    let [low, high] = [left, right];
    while (low <= high) {
      while ((numbers[low] as number) < pivot) low += 1;
      while ((numbers[high] as number) > pivot) high -= 1;
      if (low > high) break;
      const one = numbers[low] as number;
      numbers[low] = numbers[high] as number;
      numbers[high] = one;
      low += 1;
      high -= 1;
    }
    if (place <= high) right = high;
    else if (place >= low) left = low;
    else break;
  }
  return numbers[place] as number;
}

/** Returns the median of at least one number. Changes their order. */
export function medianOf(numbers: Float64Array): number {
  const middle = numbers.length >> 1;
  const upper = select(numbers, middle);
  if (numbers.length % 2 === 1) return upper;
  let lower = numbers[0] as number;
  for (let at = 1; at < middle; at++) lower = Math.max(lower, numbers[at] as number);
  return (lower + upper) / 2;
}

keepCompiled(new Tally(2));
