import { z } from 'zod';
import { FUNNEL_BREAKDOWNS } from './funnel.ts';
import { rangeIssue, rangeShape } from './time-range.ts';

export const EVENT_BREAKDOWNS = [...FUNNEL_BREAKDOWNS, 'path'] as const;
export type EventBreakdown = (typeof EVENT_BREAKDOWNS)[number];

export const rangeSchema = z.object(rangeShape).superRefine((range, context) => {
  const issue = rangeIssue(range);
  if (issue) context.addIssue(issue);
});

/** What happened on one UTC day, `YYYY-MM-DD`. */
interface DayCount {
  day: string;
  count: number;
}

export interface EventCount extends DayCount {
  name: string;
  /** The value of the breakdown property; null for events without one, and when there is no breakdown. */
  value: string | null;
}

export interface SignupCount extends DayCount {
  type: string;
}

/**
 * The decisions of one day. Refusals are those of browsers that never granted; with the grants they are the denominator
 * of the consent rate.
 */
export interface DecisionCount extends DayCount {
  decision: 'granted' | 'withdrawn' | 'refused';
}

export interface PageCount extends DayCount {
  path: string;
}

/** The largest number of sources in {@link Traffic}: anybody can make up any number of them. */
export const MAX_TRAFFIC_SOURCES = 100;

/** Events and people by name, and by `utm_source`, which is null for links without one. */
export interface Traffic {
  events: { name: string; count: number; people: number }[];
  sources: {
    source: string | null;
    events: number;
    people: number;
    /** People who submitted a form successfully. */
    signups: number;
  }[];
  /** How many more sources exist, each with fewer people; absent when all are listed. */
  moreSources?: number;
}
