import type { FunnelStepResult } from '#shared/funnel';
import type { Attempt } from './rule.ts';

export type Tally = ReturnType<typeof createTally>;

/** Counts attempts, one for each person. Takes 8 bytes for each step after the first. */
export function createTally(steps: number) {
  const counts = Array.from({ length: steps }, () => 0);
  /** At index n, the times that people took from step n - 1 to step n, in milliseconds. */
  const durations: number[][] = Array.from({ length: steps }, () => []);
  return {
    counts,
    durations,
    add(attempt: Attempt) {
      for (let step = 0; step < attempt.length; step++) {
        counts[step] = (counts[step] ?? 0) + 1;
        if (step > 0) durations[step]?.push((attempt[step] ?? 0) - (attempt[step - 1] ?? 0));
      }
    },
    result: (events: readonly (string | null)[]): FunnelStepResult[] =>
      events.map((event, step) => {
        const sorted = new Float64Array(durations[step] ?? []).sort();
        return { event, count: counts[step] ?? 0, ...inSeconds(sorted) };
      }),
  };
}

/** Merges several tallies. */
export function mergeTallies(steps: number, tallies: readonly Tally[]): Tally {
  const [only, ...others] = tallies;
  if (only && others.length === 0) return only;
  const sum = createTally(steps);
  for (const { counts, durations } of tallies) {
    for (let step = 0; step < steps; step++) {
      sum.counts[step] = (sum.counts[step] ?? 0) + (counts[step] ?? 0);
      sum.durations[step] = (sum.durations[step] ?? []).concat(durations[step] ?? []);
    }
  }
  return sum;
}

/** @param sorted milliseconds */
function inSeconds(sorted: Float64Array) {
  const { length } = sorted;
  if (length === 0) return { averageSeconds: null, medianSeconds: null };
  const [low = 0, high = 0] = [sorted[(length - 1) >> 1], sorted[length >> 1]];
  return {
    averageSeconds: sorted.reduce((sum, duration) => sum + duration, 0) / length / 1000,
    medianSeconds: (low + high) / 2 / 1000,
  };
}
