// The answers of the console's JSON, which docs/growth-api.md describes.
import { z } from 'zod';
import { FORM_OUTCOMES, SCROLL_MILESTONES, SIGNUP_TYPES } from './event-values.ts';
import { funnelResultSchema } from './funnel.ts';
import { CONFIRMATIONS } from './growth-queries.ts';
import { isoTimeSchema } from './limited-text.ts';
import { DECISIONS } from './list-values.ts';
import { trafficSchema } from './reports.ts';
import { PRESETS } from './site-funnels.ts';
import { UNITS } from './time-buckets.ts';

const count = z.int().min(0);
const text = z.string();
const signupType = z.enum(SIGNUP_TYPES);

/**
 * A report about a period, with the same of the period that it is compared with, where the question names one, and what
 * the two say in one sentence.
 */
const compared = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  ...shape,
  summary: text,
  before: z.strictObject(shape).optional(),
});
type Infer<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape, z.core.$strict>>;

/** A report as the API answers it. Forms have no sentence of their own. */
export type Answered<Report> = Report & { summary?: string; before?: Report | undefined };
export type Summarized<Report> = Answered<Report> & { summary: string };

/** Whom a token or a session lets read: also about people, or figures only. */
export const ACCESSES = ['people', 'figures'] as const;
export type Access = (typeof ACCESSES)[number];

/** `/growth/api/session`. After a session has ended it is the same as without one. */
export const sessionSchema = z.strictObject({
  signedIn: z.boolean(),
  access: z.enum(ACCESSES).nullable(),
  /** Seconds until the session ends. It is not a time, because browsers' clocks differ. Null for a bearer token. */
  secondsLeft: count.nullable(),
  /** Who is signed in with a passkey. */
  person: z
    .strictObject({
      id: text,
      name: text,
      /** Whether the passkey was used within the last 15 minutes. */
      isRecent: z.boolean(),
    })
    .optional(),
  /** Present once somebody can sign in with a passkey. */
  passkeys: z.literal(true).optional(),
  /** Present where tokens open no session in a browser. */
  tokens: z.literal(false).optional(),
});
export type GrowthSessionState = z.infer<typeof sessionSchema>;

const funnelShape = {
  /** Null for steps of one's own. */
  preset: z.enum(PRESETS).nullable(),
  /** The label of each step, for people to read. */
  labels: z.array(text),
  /** A line for each step that nobody can take, because no page sends such an event, property or value. */
  warnings: z.array(text),
  ...funnelResultSchema.shape,
  /**
   * How many people signed up, and how many of them have confirmed their address by now. The signups table says so, of
   * everybody who signed up in the range by the path (`form_type`) of the last step: nobody's events are looked up. Null
   * if the last step is no successful signup, or has a condition that the table cannot answer.
   */
  confirmed: z.strictObject({ signups: count, confirmed: count }).nullable(),
};
/** `GET /growth/api/funnel`. */
export const funnelReportSchema = z.strictObject(compared(funnelShape));
export type FunnelReport = Infer<typeof funnelShape>;

/** What the site recorded in one hour, day or week. Each of them in the range is listed, also without any event. */
const byQuarter = {
  pages: count,
  /** Answers to the consent question. */
  grants: count,
  refusals: count,
  /** Withdrawals by visitors who had granted. */
  withdrawals: count,
};
const recordedSchema = z.strictObject({
  signups: z.strictObject({ notifyme: count, beta: count }),
  /** Those of these signups that are confirmed by now. The time is that of the signup. */
  confirmed: z.strictObject({ notifyme: count, beta: count }),
  ...byQuarter,
});
/** @param from when it starts. The first may start before the range, but counts only what is in the range */
const bucketSchema = z.strictObject({ from: isoTimeSchema, ...recordedSchema.shape });

const servedPath = z.strictObject({ path: text, count });

const figuresShape = {
  unit: z.enum(UNITS),
  buckets: z.array(bucketSchema),
  /**
   * What was counted in the quarter of an hour within which the range ends: the whole quarter, as in the last bucket. A
   * comparison of two periods leaves it out. Null if the range ends with a quarter.
   */
  unfinished: z
    .strictObject({ from: isoTimeSchema, ...byQuarter, paths: z.array(servedPath) })
    .nullable(),
  /** Pages served in the range, most served first. */
  pages: z.array(servedPath),
};
/** `GET /growth/api/figures`. */
export const figuresReportSchema = z.strictObject(compared(figuresShape));
export type FiguresReport = Infer<typeof figuresShape>;

const formsShape = {
  /** Who sent a form. */
  people: count,
  /** Each outcome with the people who saw it. Somebody who tried again may have several. */
  outcomes: z.array(z.strictObject({ outcome: z.enum(FORM_OUTCOMES), people: count })),
};
/** `GET /growth/api/forms`: what became of the forms that measured people sent. */
export const formsReportSchema = z.strictObject({
  ...formsShape,
  before: z.strictObject(formsShape).optional(),
});
export type FormsReport = Infer<typeof formsShape>;

const pressed = { people: count, presses: count };
const behaviourShape = {
  /** Who did anything, on the pages that the filters leave. */
  people: count,
  /** How many of them scrolled at least as far. */
  scroll: z.array(z.strictObject({ percent: z.literal(SCROLL_MILESTONES), people: count })),
  /** The buttons that most people pressed: at most 100. */
  buttons: z.array(
    z.strictObject({ name: text.nullable(), location: text.nullable(), ...pressed }),
  ),
  /** The buttons that are not listed; absent when all are listed. Who pressed several counts for each. */
  others: z.strictObject({ buttons: count, ...pressed }).optional(),
};
/** `GET /growth/api/behaviour`. */
export const behaviourReportSchema = z.strictObject({
  ...behaviourShape,
  before: z.strictObject(behaviourShape).optional(),
});
export type BehaviourReport = Infer<typeof behaviourShape>;

/** `GET /growth/api/traffic`. */
export const trafficReportSchema = z.strictObject(compared(trafficSchema.shape));

/** `GET /growth/api/problems`: what is wrong now. */
export const problemsReportSchema = z.strictObject({
  problems: z.array(z.strictObject({ code: text, text })),
});
export type ProblemsReport = z.infer<typeof problemsReportSchema>;

/** `GET /growth/api/delivery`. */
export const deliveryReportSchema = z.strictObject({
  /** The host that events are delivered to; null without a `POSTHOG_KEY`. */
  recipient: text.nullable(),
  waiting: count,
  /** How long the oldest waiting event has waited, in seconds. */
  oldestSeconds: z.number().min(0).nullable(),
  delivered: count,
  deliveredAt: isoTimeSchema.nullable(),
  /** Events that were skipped, by reason: `docs/decisions/008-the-queue-is-a-cursor.md`. */
  skipped: z.record(text, count),
  setAside: count,
  /** Requests to delete at PostHog: how many wait and were refused, and its last answer. */
  deletions: z.strictObject({ waiting: count, refused: count, reason: text.nullable() }),
  deadLetters: z.array(z.strictObject({ eventId: text, reason: text, at: isoTimeSchema })),
  failure: z.strictObject({ reason: text, at: isoTimeSchema }).nullable(),
});
export type DeliveryReport = z.infer<typeof deliveryReportSchema>;

const tailEventSchema = z.strictObject({
  /** The order of arrival. */
  seq: count,
  name: text,
  properties: z.record(text, z.unknown()),
  occurredAt: isoTimeSchema,
  path: text.nullable(),
  source: text.nullable(),
  referrerHost: text.nullable(),
  viewport: text.nullable(),
  language: text.nullable(),
  /** The last characters of the consent id. They only tell visitors apart. */
  visitor: text,
});
export type TailEvent = z.infer<typeof tailEventSchema>;

/** `GET /growth/api/tail`: the latest events, newest first. */
export const tailReportSchema = z.strictObject({ summary: text, events: z.array(tailEventSchema) });
export type TailReport = z.infer<typeof tailReportSchema>;

const signupRowSchema = z.strictObject({
  id: text,
  name: text,
  email: text,
  youtubeChannel: text.nullable(),
  useCase: text.nullable(),
  signupType,
  createdAt: isoTimeSchema,
  language: text.nullable(),
  /** Null until the owner of the address has confirmed it, and where the site sends no mail. */
  confirmedAt: isoTimeSchema.nullable(),
  /** Null if it is not confirmed and was never asked. */
  confirmation: z.enum(CONFIRMATIONS).nullable(),
  /** The words of the server that refused the latest message, or why it could not be delivered; null otherwise. */
  refusal: text.nullable(),
  /** What the team decided of an application; null while it waits. */
  decision: z.enum(DECISIONS).nullable(),
  decidedAt: isoTimeSchema.nullable(),
  decidedBy: text.nullable(),
  note: text.nullable(),
  /** When a message about the decision left. From then on it stays. */
  toldAt: isoTimeSchema.nullable(),
  invitedAt: isoTimeSchema.nullable(),
  redeemedAt: isoTimeSchema.nullable(),
  /** Since when there is no such mailbox, by a server's answer, a report or an operator. Later evidence ends it. */
  undeliverableAt: isoTimeSchema.nullable(),
  /** When somebody called our mail unwanted, at their provider: no mailing goes there. */
  complainedAt: isoTimeSchema.nullable(),
  /** Since when it is only stored (Art. 18 GDPR). */
  restrictedAt: isoTimeSchema.nullable(),
  /** When its owner agreed to the message at the launch, or said no, which counts, and the words that asked. */
  launchAgreedAt: isoTimeSchema.nullable(),
  launchDeclinedAt: isoTimeSchema.nullable(),
  launchText: text.nullable(),
  /** The personal code; null before the first confirmation or message to the list, and for an applicant who is not accepted. */
  code: text.nullable(),
  /** The address is of a domain for addresses that people throw away. */
  throwaway: z.boolean(),
});
export type SignupRow = z.infer<typeof signupRowSchema>;

/** `GET /growth/api/signups`. */
export const signupsReportSchema = z.strictObject({
  summary: text,
  signups: z.array(signupRowSchema),
  /** How many signups match in total; the rows are one page of them. */
  total: count,
  pageSize: count,
});
export type SignupsReport = z.infer<typeof signupsReportSchema>;

/** `DELETE /growth/api/signups/:id`. */
export const erasedSchema = z.strictObject({ erased: z.literal(true) });

/** `POST /growth/api/signups/:id/message`. */
export const askedSchema = z.strictObject({
  /** `too_soon`: the last message to this signup still waits to be sent. `restricted`: nothing may be sent to it. */
  outcome: z.enum(['queued', 'too_soon', 'restricted', 'confirmed']),
});
export type AskedReport = z.infer<typeof askedSchema>;

/** Every refusal of the console's JSON. */
export const refusalSchema = z.strictObject({
  code: text,
  /** A sentence that says what was wrong and what was expected. */
  message: text,
  issues: z.array(z.strictObject({ path: text, message: text })).optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;
