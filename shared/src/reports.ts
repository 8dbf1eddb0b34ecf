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
  /** Of what the events are broken down by; null where an event has none, and where they are not broken down. */
  value: string | null;
}

export interface SignupCount extends DayCount {
  type: string;
}

/** Refusals are by browsers that never granted: with the grants they are the denominator of the consent rate. */
export interface DecisionCount extends DayCount {
  decision: 'granted' | 'withdrawn' | 'refused';
}

export interface PageCount extends DayCount {
  path: string;
}

/** The most sources that {@link Traffic} lists. Anybody can make up any number of them. */
export const MAX_TRAFFIC_SOURCES = 100;

/** Events and people by name, and by `utm_source`: null where a link bore none. */
export interface Traffic {
  events: { name: string; count: number; people: number }[];
  sources: {
    source: string | null;
    events: number;
    people: number;
    /** People who sent a form with success. */
    signups: number;
  }[];
  /** How many further sources had fewer people; absent when all are listed. */
  moreSources?: number;
}
