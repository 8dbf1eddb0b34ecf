import { z } from 'zod';
import { SIGNUP_TYPES } from './event-values.ts';
import type { FunnelResult } from './funnel.ts';
import { limitedText } from './limited-text.ts';
import { reportRangeShape, toReportRange } from './report-range.ts';
import { TRAFFIC_FIELDS } from './reports.ts';
import type { SignupType } from './signups.ts';
import type { Preset } from './site-funnels.ts';
import { isStorableText } from './text.ts';
import type { Unit } from './time-buckets.ts';

export const trafficQuerySchema = z
  .strictObject({ ...reportRangeShape, by: z.enum(TRAFFIC_FIELDS).default('channel') })
  .transform(({ by, ...range }, context) => ({ ...toReportRange(range, context), by }));
export type TrafficQuery = z.infer<typeof trafficQuerySchema>;

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

/** The answer to `GET /growth/api/session`. After a session has ended it is the same as without one. */
export interface GrowthSessionState {
  signedIn: boolean;
  /** Seconds until the session ends. It is not a time, because browsers' clocks differ. */
  secondsLeft: number | null;
}

/** `GET /growth/api/funnel`. */
export interface FunnelReport extends FunnelResult {
  /** Null for steps of one's own. */
  preset: Preset | null;
  /** The label of each step, for people to read. */
  labels: string[];
}

/** What the site recorded in one hour, day or week. Each of them in the range is listed, also without any event. */
export interface BucketFigures {
  /** When it starts, as ISO time. The first may start before the range, but counts only what is in the range. */
  from: string;
  signups: Record<SignupType, number>;
  pages: number;
  /** Answers to the consent question. */
  grants: number;
  refusals: number;
  /** Withdrawals by visitors who had granted. */
  withdrawals: number;
}

/** `GET /growth/api/figures`. */
export interface FiguresReport {
  unit: Unit;
  buckets: BucketFigures[];
  /** Pages served in the range, most served first. */
  pages: { path: string; count: number }[];
}

/** `GET /growth/api/delivery`. */
export interface DeliveryReport {
  /** The host that events are delivered to; null without a `POSTHOG_KEY`. */
  recipient: string | null;
  waiting: number;
  /** How long the oldest waiting event has waited, in seconds. */
  oldestSeconds: number | null;
  delivered: number;
  deliveredAt: string | null;
  /** Events that were skipped, by reason: `docs/decisions/008-the-queue-is-a-cursor.md`. */
  skipped: Record<string, number>;
  setAside: number;
  deadLetters: { eventId: string; reason: string; at: string }[];
  failure: { reason: string; at: string } | null;
}

/** `GET /growth/api/tail`: the latest events, newest first. */
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
  /** The last characters of the consent id. They only tell visitors apart. */
  visitor: string;
}

/** `GET /growth/api/signups`. */
export interface SignupsReport {
  signups: SignupRow[];
  /** How many signups match in total; the rows are one page of them. */
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
