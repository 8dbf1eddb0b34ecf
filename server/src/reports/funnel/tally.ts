import type { FunnelStepResult } from '#shared/funnel';
import { keepCompiled } from '../../lib/keep-compiled.ts';
import { medianOf, Numbers } from './numbers.ts';
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

/** Merges several tallies. */
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

keepCompiled(new Tally(2));
