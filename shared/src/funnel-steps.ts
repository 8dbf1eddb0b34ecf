import type { FunnelResult, FunnelStepResult } from './funnel.ts';
import type { Rate } from './statistics.ts';

/** The figures of a step, as the console and the command show them. */
export interface StepFigures {
  /** Counted from 0. The same step may come twice, so a step is known by its position. */
  position: number;
  count: number;
  /** Null for the first step. */
  ofFirst: Rate | null;
  ofPrevious: Rate | null;
  medianSeconds: number | null;
  averageSeconds: number | null;
}

/** A step beside the same one in the period before, which is null if that is not known. */
export interface ComparedStep extends StepFigures {
  before: StepFigures | null;
}

type Steps = readonly FunnelStepResult[];

/** Returns the figures of each step. @param before the same steps in the period before */
export function compareSteps(steps: Steps, before: Steps | null): ComparedStep[] {
  const earlier = before && figuresOf(before);
  return figuresOf(steps).map((step) => ({ ...step, before: earlier?.[step.position] ?? null }));
}

function figuresOf(steps: Steps): StepFigures[] {
  return steps.map(({ count, medianSeconds, averageSeconds }, position) => {
    const [first, previous] = [steps[0], steps[position - 1]];
    return {
      position,
      count,
      ofFirst: first && previous ? { successes: count, trials: first.count } : null,
      ofPrevious: previous ? { successes: count, trials: previous.count } : null,
      medianSeconds,
      averageSeconds,
    };
  });
}

/** Returns the people who took the last step, of those who took the first. */
export const conversionOf = (steps: Steps): Rate => ({
  successes: steps.at(-1)?.count ?? 0,
  trials: steps[0]?.count ?? 0,
});

/**
 * Returns the steps of a value of a breakdown. If all values are listed, nobody had one that is missing. Otherwise it
 * may be one of those that are not listed, and the result is null.
 */
export function stepsOfValue(
  { breakdown, others, steps }: Pick<FunnelResult, 'breakdown' | 'others' | 'steps'>,
  value: string | null,
): Steps | null {
  const listed = breakdown.find((one) => one.value === value);
  if (listed) return listed.steps;
  if (others) return null;
  return steps.map(({ event }) => ({ event, count: 0, averageSeconds: null, medianSeconds: null }));
}
