import type { FunnelQuery } from '#shared/funnel';
import type { PersonEvents } from '../scan/scan-events.sql.ts';

/**
 * The time of each step of a person's best attempt, in milliseconds, one for each step taken. Empty for a person who
 * took no step, or whose best attempt contains an excluded event. The next search may overwrite it.
 */
export type Moments = readonly number[];

/** Classes, so that their optimized code is kept: see keep-compiled.ts. */
export interface AttemptFinder {
  find(events: PersonEvents): Moments;
}

/** A funnel in the form in which the events of a person are tested. The first bits are its steps. */
export interface FunnelRule {
  steps: number;
  windowMs: number;
  strict: boolean;
  /** At index n: the bits of the events that exclude a person between step n and the next. */
  exclusions: readonly number[];
}

export function toRule({ order, windowSeconds, steps, exclusions }: FunnelQuery): FunnelRule {
  const bitsAt = (taken: number) =>
    exclusions.reduce((bits, { fromStep, toStep }, index) => {
      const applies = fromStep < taken && taken <= toStep;
      return applies ? bits | (1 << (steps.length + index)) : bits;
    }, 0);
  return {
    steps: steps.length,
    windowMs: windowSeconds * 1000,
    strict: order === 'strict',
    exclusions: Array.from({ length: steps.length }, (_, taken) => bitsAt(taken)),
  };
}

/** The conditions to test events for: the steps, then the exclusions. */
export const toConditions = ({ steps, exclusions }: FunnelQuery) =>
  [...steps, ...exclusions].map(({ event, properties }) => ({ event, properties }));
