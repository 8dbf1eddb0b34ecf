import type { FunnelQuery } from '#shared/funnel';
import type { Journey } from '../../store/store.ts';

/**
 * When each step of a person's best attempt was taken, in milliseconds: as many times as steps. Empty for a person
 * who took none, or whose best attempt holds what is excluded.
 */
export type Attempt = readonly number[];
export type FindAttempt = (journey: Journey) => Attempt;

/** A funnel as the events of a {@link Journey} are tested against it: the first bits are its steps. */
export interface FunnelRule {
  steps: number;
  windowMs: number;
  strict: boolean;
  /** At index n: the bits of what excludes whoever has taken n steps and not yet the next. */
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

/** What the events of a journey are asked for: the steps, then the exclusions. */
export const toConditions = ({ steps, exclusions }: FunnelQuery) =>
  [...steps, ...exclusions].map(({ event, properties }) => ({ event, properties }));
