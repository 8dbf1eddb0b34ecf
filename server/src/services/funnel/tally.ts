import type { FunnelStepResult } from '#shared/funnel';
import { createNumbers, medianOf } from './numbers.ts';
import type { Attempt } from './rule.ts';

export type Tally = ReturnType<typeof createTally>;

/** Counts attempts, one for each person. Takes 8 bytes for each step after the first. */
export function createTally(steps: number) {
  const counts = Array.from({ length: steps }, () => 0);
  /** At index n, the times that people took from step n - 1 to step n, in milliseconds. */
  const durations = Array.from({ length: steps }, createNumbers);
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
      events.map((event, step) => ({
        event,
        count: counts[step] ?? 0,
        ...inSeconds(durations[step]?.all() ?? new Float64Array()),
      })),
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
      for (const duration of durations[step]?.all() ?? []) sum.durations[step]?.push(duration);
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
