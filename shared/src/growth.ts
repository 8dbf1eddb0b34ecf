// The answers of the console's JSON: docs/openapi.json is made from them.
import { z } from 'zod';
import { FORM_OUTCOMES, SCROLL_MILESTONES, SIGNUP_TYPES } from './event-values.ts';
import { funnelResultSchema } from './funnel.ts';
import { CONFIRMATIONS } from './growth-queries.ts';
import { isoTimeSchema } from './limited-text.ts';
import { DECISIONS } from './list-values.ts';
import { named } from './named-schema.ts';
import { trafficSchema } from './reports.ts';
import { PRESETS } from './site-funnels.ts';
import { UNITS } from './time-buckets.ts';

const count = z.int().min(0);
const text = z.string();
const signupType = z.enum(SIGNUP_TYPES);

/** A report about a period, with the same of the period that it is compared with, where the question names one. */
const withBefore = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  ...shape,
  before: z.strictObject(shape).optional(),
});
/** And with what the two say in one sentence. */
const compared = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  ...shape,
  summary: text,
  ...withBefore(shape),
});
type Infer<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape, z.core.$strict>>;

/** A report as the API answers it. Forms have no sentence of their own. */
export type Answered<Report> = Report & { summary?: string; before?: Report | undefined };
export type Summarized<Report> = Answered<Report> & { summary: string };

/** Whom a token or a session lets read: also about people, or figures only. */
export const ACCESSES = ['people', 'figures'] as const;
export type Access = (typeof ACCESSES)[number];

/** `/growth/api/session`. After a session has ended it is the same as without one. */
export const sessionSchema = named('Session', {
  signedIn: z.boolean(),
  access: z.enum(ACCESSES).nullable(),
  secondsLeft: count
    .nullable()
    .describe(
      'Seconds until the session ends. It is not a time, because browsers’ clocks differ. Null for a bearer token.',
    ),
  person: z
    .strictObject({
      id: text,
      name: text,
      isRecent: z.boolean().describe('Whether the passkey was used within the last 15 minutes.'),
    })
    .optional()
    .describe('Who is signed in with a passkey.'),
  passkeys: z.literal(true).optional().describe('Once somebody can sign in with a passkey.'),
  tokens: z.literal(false).optional().describe('Where tokens open no session in a browser.'),
});
export type GrowthSessionState = z.infer<typeof sessionSchema>;

const funnelShape = {
  preset: z.enum(PRESETS).nullable().describe('Null for steps of one’s own.'),
  labels: z.array(text).describe('The label of each step, for people to read.'),
  warnings: z
    .array(text)
    .describe(
      'A line for each step that nobody can take, because no page sends such an event, property or value.',
    ),
  ...funnelResultSchema.shape,
  confirmed: z
    .strictObject({ signups: count, confirmed: count })
    .nullable()
    .describe(
      'How many people signed up, and how many of them have confirmed their address by now. The signups table says so, of everybody who signed up in the range by the path (`form_type`) of the last step: nobody’s events are looked up. Null if the last step is no successful signup, or has a condition that the table cannot answer.',
    ),
};
/** `GET /growth/api/funnel`. */
export const funnelReportSchema = named('FunnelReport', compared(funnelShape));
export type FunnelReport = Infer<typeof funnelShape>;

/** What the site recorded in one hour, day or week. Each of them in the range is listed, also without any event. */
const byQuarter = {
  pages: count,
  grants: count.describe('Answers to the consent question.'),
  refusals: count,
  withdrawals: count.describe('Withdrawals by visitors who had granted.'),
};
const recordedSchema = z.strictObject({
  signups: z.strictObject({ notifyme: count, beta: count }),
  confirmed: z
    .strictObject({ notifyme: count, beta: count })
    .describe('Those of these signups that are confirmed by now. The time is that of the signup.'),
  ...byQuarter,
});
/** @param from when it starts. The first may start before the range, but counts only what is in the range */
const bucketSchema = z.strictObject({ from: isoTimeSchema, ...recordedSchema.shape });

const servedPath = z.strictObject({ path: text, count });

const figuresShape = {
  unit: z.enum(UNITS),
  buckets: z.array(bucketSchema),
  unfinished: z
    .strictObject({ from: isoTimeSchema, ...byQuarter, paths: z.array(servedPath) })
    .nullable()
    .describe(
      'What was counted in the quarter of an hour within which the range ends: the whole quarter, as in the last bucket. A comparison of two periods leaves it out. Null if the range ends with a quarter.',
    ),
  pages: z.array(servedPath).describe('Pages served in the range, most served first.'),
};
/** `GET /growth/api/figures`. */
export const figuresReportSchema = named('FiguresReport', compared(figuresShape));
export type FiguresReport = Infer<typeof figuresShape>;

const formsShape = {
  people: count.describe('Who sent a form.'),
  outcomes: z
    .array(z.strictObject({ outcome: z.enum(FORM_OUTCOMES), people: count, best: count }))
    .describe(
      'Each outcome with the people who saw it. Somebody who tried again may have several, and counts in `best` once, by the first of them in this order.',
    ),
};
/** `GET /growth/api/forms`: what became of the forms that measured people sent. */
export const formsReportSchema = named('FormsReport', withBefore(formsShape));
export type FormsReport = Infer<typeof formsShape>;

const pressed = { people: count, presses: count };
const behaviourShape = {
  people: count.describe('Who did anything, on the pages that the filters leave.'),
  scroll: z
    .array(z.strictObject({ percent: z.literal(SCROLL_MILESTONES), people: count }))
    .describe('How many of them scrolled at least as far.'),
  buttons: z
    .array(
      z.strictObject({
        name: text.nullable(),
        location: text.nullable(),
        ...pressed,
        signups: count.describe('Those who signed up in the range after they had pressed it.'),
      }),
    )
    .describe('The buttons that most people pressed: at most 100.'),
  others: z
    .strictObject({ buttons: count, ...pressed })
    .optional()
    .describe(
      'The buttons that are not listed; absent when all are listed. Who pressed several counts for each.',
    ),
};
/** `GET /growth/api/behaviour`. */
export const behaviourReportSchema = named('BehaviourReport', withBefore(behaviourShape));
export type BehaviourReport = Infer<typeof behaviourShape>;

/** `GET /growth/api/traffic`. */
export const trafficReportSchema = named('TrafficReport', compared(trafficSchema.shape));

/** `GET /growth/api/problems`: what is wrong now. */
export const problemsReportSchema = named('ProblemsReport', {
  problems: z.array(z.strictObject({ code: text, text })),
});
export type ProblemsReport = z.infer<typeof problemsReportSchema>;

/** `GET /growth/api/delivery`. */
export const deliveryReportSchema = named('DeliveryReport', {
  recipient: text
    .nullable()
    .describe('The host that events are delivered to; null without a `POSTHOG_KEY`.'),
  waiting: count,
  oldestSeconds: z
    .number()
    .min(0)
    .nullable()
    .describe('How long the oldest waiting event has waited, in seconds.'),
  delivered: count,
  deliveredAt: isoTimeSchema.nullable(),
  skipped: z
    .record(text, count)
    .describe(
      'Events that were skipped, by reason: `docs/decisions/008-the-queue-is-a-cursor.md`.',
    ),
  setAside: count,
  deletions: z
    .strictObject({ waiting: count, refused: count, reason: text.nullable() })
    .describe(
      'Requests to delete at PostHog: how many wait and were refused, and its last answer.',
    ),
  deadLetters: z.array(z.strictObject({ eventId: text, reason: text, at: isoTimeSchema })),
  failure: z.strictObject({ reason: text, at: isoTimeSchema }).nullable(),
});
export type DeliveryReport = z.infer<typeof deliveryReportSchema>;

const tailEventSchema = named('TailEvent', {
  seq: count.describe('The order of arrival.'),
  name: text,
  properties: z.record(text, z.unknown()),
  occurredAt: isoTimeSchema,
  path: text.nullable(),
  source: text.nullable(),
  referrerHost: text.nullable(),
  viewport: text.nullable(),
  language: text.nullable(),
  visitor: text.describe('The last characters of the consent id. They only tell visitors apart.'),
});
export type TailEvent = z.infer<typeof tailEventSchema>;

/** `GET /growth/api/tail`: the latest events, newest first. */
export const tailReportSchema = named('TailReport', {
  summary: text,
  events: z.array(tailEventSchema),
});
export type TailReport = z.infer<typeof tailReportSchema>;

const signupRowSchema = named('SignupRow', {
  id: text,
  name: text,
  email: text,
  youtubeChannel: text.nullable(),
  useCase: text.nullable(),
  signupType,
  createdAt: isoTimeSchema,
  language: text.nullable(),
  confirmedAt: isoTimeSchema
    .nullable()
    .describe(
      'Null until the owner of the address has confirmed it, and where the site sends no mail.',
    ),
  confirmation: z
    .enum(CONFIRMATIONS)
    .nullable()
    .describe('Null if it is not confirmed and was never asked.'),
  refusal: text
    .nullable()
    .describe(
      'The words of the server that refused the latest message, or why it could not be delivered; null otherwise.',
    ),
  decision: z
    .enum(DECISIONS)
    .nullable()
    .describe('What the team decided of an application; null while it waits.'),
  decidedAt: isoTimeSchema.nullable(),
  decidedBy: text.nullable(),
  note: text.nullable(),
  toldAt: isoTimeSchema
    .nullable()
    .describe('When a message about the decision left. From then on it stays.'),
  invitedAt: isoTimeSchema.nullable(),
  redeemedAt: isoTimeSchema.nullable(),
  undeliverableAt: isoTimeSchema
    .nullable()
    .describe(
      'Since when there is no such mailbox, by a server’s answer, a report or an operator. Later evidence ends it.',
    ),
  complainedAt: isoTimeSchema
    .nullable()
    .describe('When somebody called our mail unwanted, at their provider: no mailing goes there.'),
  restrictedAt: isoTimeSchema.nullable().describe('Since when it is only stored (Art. 18 GDPR).'),
  launchAgreedAt: isoTimeSchema
    .nullable()
    .describe(
      'When its owner agreed to the message at the launch, or said no, which counts, and the words that asked.',
    ),
  launchDeclinedAt: isoTimeSchema.nullable(),
  launchText: text.nullable(),
  code: text
    .nullable()
    .describe(
      'The personal code; null before the first confirmation or message to the list, and for an applicant who is not accepted.',
    ),
  throwaway: z
    .boolean()
    .describe('The address is of a domain for addresses that people throw away.'),
});
export type SignupRow = z.infer<typeof signupRowSchema>;

/** `GET /growth/api/signups`. */
export const signupsReportSchema = named('SignupsReport', {
  summary: text,
  signups: z.array(signupRowSchema),
  total: count.describe('How many signups match in total; the rows are one page of them.'),
  pageSize: count,
});
export type SignupsReport = z.infer<typeof signupsReportSchema>;

/** `DELETE /growth/api/signups/:id`. */
export const erasedSchema = z.strictObject({ erased: z.literal(true) });
/** The same of a note, a funnel or a draft. */
export const deletedSchema = z.strictObject({ deleted: z.literal(true) });

/** `POST /growth/api/signups/:id/message`. */
export const askedSchema = z.strictObject({
  outcome: z
    .enum(['queued', 'too_soon', 'restricted', 'confirmed'])
    .describe(
      '`too_soon`: the last message to this signup still waits to be sent. `restricted`: nothing may be sent to it.',
    ),
});
export type AskedReport = z.infer<typeof askedSchema>;

/** Every refusal of the console's JSON. */
export const refusalSchema = z.strictObject({
  code: text,
  message: text.describe('A sentence that says what was wrong and what was expected.'),
  issues: z.array(z.strictObject({ path: text, message: text })).optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;
