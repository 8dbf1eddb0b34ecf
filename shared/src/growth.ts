import { z } from 'zod';
import { SIGNUP_TYPES } from './event-values.ts';
import type { FunnelResult } from './funnel.ts';
import { isoDaySchema, limitedText } from './limited-text.ts';
import { DAY_MS } from './limits.ts';
import type { SignupType } from './signups.ts';
import { isStorableText } from './text.ts';

/** Three years: more than is kept. */
const MAX_DAYS = 1_096;

/** UTC days, both included. */
export const daysQuerySchema = z
  .strictObject({ from: isoDaySchema, to: isoDaySchema })
  .refine(({ from, to }) => from <= to, { path: ['from'], message: 'expected a day before to' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS, {
    path: ['from'],
    message: `expected at most ${MAX_DAYS} days`,
  });
export type DaysQuery = z.infer<typeof daysQuerySchema>;

export const SIGNUPS_PER_PAGE = 50;
const signupFilter = {
  search: limitedText(200)
    .trim()
    .refine(isStorableText, 'has characters that no database can hold')
    .default(''),
  type: z.enum(SIGNUP_TYPES).nullable().default(null),
};
export const signupFilterSchema = z.strictObject(signupFilter);
export type SignupFilter = z.infer<typeof signupFilterSchema>;
export const signupsQuerySchema = z.strictObject({
  ...signupFilter,
  page: limitedText(6)
    .regex(/^[1-9]\d{0,5}$/, 'expected a whole number from 1')
    .transform(Number)
    .default(1),
});
export type SignupsQuery = z.infer<typeof signupsQuerySchema>;

/** The body of `POST /growth/api/session`. */
export const signInSchema = z.strictObject({ token: limitedText(1000) });

/** The answer to `GET /growth/api/session`; of a session that has ended both are as if there had been none. */
export interface GrowthSessionState {
  signedIn: boolean;
  /** Until the session ends: not a time, since the clocks of browsers differ. */
  secondsLeft: number | null;
}

/** `GET /growth/api/funnel`. */
export interface FunnelReport extends FunnelResult {
  /** Of each step, as it is to be read by a person. */
  labels: string[];
}

/** One UTC day; every day of the range is there, also one on which nothing happened. */
export interface DayFigures {
  day: string;
  signups: Record<SignupType, number>;
  pages: number;
  /** Answers to the question whether the visit may be measured. */
  grants: number;
  refusals: number;
  /** Of those who had granted. */
  withdrawals: number;
}

/** `GET /growth/api/days`. */
export interface DaysReport {
  days: DayFigures[];
  /** Pages served in the range, the most served first. */
  pages: { path: string; count: number }[];
}

/** `GET /growth/api/delivery`. */
export interface DeliveryReport {
  /** The host that events are delivered to; null where there is no `POSTHOG_KEY`. */
  recipient: string | null;
  waiting: number;
  /** How long the oldest of them has waited. */
  oldestSeconds: number | null;
  delivered: number;
  deliveredAt: string | null;
  /** Not delivered, by why: `docs/decisions/008-the-queue-is-a-cursor.md`. */
  skipped: Record<string, number>;
  setAside: number;
  deadLetters: { eventId: string; reason: string; at: string }[];
  failure: { reason: string; at: string } | null;
}

/** `GET /growth/api/tail`: the latest events, the newest first. */
export interface TailReport {
  events: TailEvent[];
}
export interface TailEvent {
  seq: number;
  name: string;
  properties: Record<string, unknown>;
  occurredAt: string;
  path: string | null;
  source: string | null;
  referrerHost: string | null;
  viewport: string | null;
  /** The end of the consent id: tells visitors apart, and nothing else. */
  visitor: string;
}

/** `GET /growth/api/signups`. */
export interface SignupsReport {
  signups: SignupRow[];
  /** All that match, of which these are one page. */
  total: number;
  pageSize: number;
}
export interface SignupRow {
  id: string;
  name: string;
  email: string;
  youtubeChannel: string | null;
  useCase: string | null;
  signupType: SignupType;
  createdAt: string;
}
