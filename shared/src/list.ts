// What the team does with the people on the list: decisions, invitations, mailings.
import { z } from 'zod';
import { SIGNUP_TYPES } from './event-values.ts';
import { limitedText, uuidSchema } from './limited-text.ts';
import { APPLICATION_STATES, MAILING_STATES, RECIPIENT_STATES } from './list-values.ts';
import { named } from './named-schema.ts';
import { hasStrangeCode, type Part, placeholderFault } from './placeholders.ts';
import { LANGUAGES } from './site-languages.ts';
import { isStorableText } from './text.ts';

/** The most people that one request decides about or invites. */
const MAX_AT_ONCE = 500;

/** One line without control characters, so that it cannot become a header of a message. */
const line = (max: number) =>
  limitedText(max)
    .trim()
    .refine((text) => isStorableText(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), {
      message: 'expected one line without control characters',
    });
const ids = z.array(uuidSchema).min(1).max(MAX_AT_ONCE);

/** `POST /growth/api/list/decisions`. */
export const decisionSchema = named('Decision', {
  ids,
  decision: z.enum(APPLICATION_STATES).describe('`waiting` takes a decision back.'),
  seen: z
    .enum(APPLICATION_STATES)
    .describe(
      'The state that the operator saw: what another operator has decided meanwhile stays.',
    ),
  note: line(500).nullable().default(null),
  by: line(100)
    .nullable()
    .default(null)
    .describe('Who decides: a name, since all share one token.'),
  tell: z.boolean().default(false).describe('Sends those who are declined the polite message.'),
});
export type DecisionRequest = z.infer<typeof decisionSchema>;

/** `POST /growth/api/list/invitations`: those named, or the next of those who are accepted and not invited, oldest first. */
export const invitationSchema = z.union(
  [z.strictObject({ ids }), z.strictObject({ next: z.int().min(1).max(MAX_AT_ONCE) })],
  `expected either ids or next, of 1 to ${MAX_AT_ONCE} people`,
);
export type InvitationRequest = z.infer<typeof invitationSchema>;

export const audienceSchema = named('Audience', {
  types: z.array(z.enum(SIGNUP_TYPES)).min(1).max(SIGNUP_TYPES.length),
  states: z
    .array(z.enum(APPLICATION_STATES))
    .min(1)
    .max(APPLICATION_STATES.length)
    .describe('Of applications; the waitlist has none.'),
  languages: z
    .array(z.enum(LANGUAGES))
    .max(LANGUAGES.length)
    .describe('Empty for all. A signup without a language counts as English.'),
});
export type Audience = z.infer<typeof audienceSchema>;

/** Words with placeholders: `placeholders.ts` says which, and where. */
const replaced = (part: Part) =>
  z.string().superRefine((text, context) => {
    const message = placeholderFault(part, text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const wordsSchema = z.strictObject({
  subject: line(200)
    .refine((text) => text !== '', 'expected a subject')
    .pipe(replaced('subject')),
  text: limitedText(10_000)
    .trim()
    .min(1)
    .refine(isStorableText, 'expected text without NUL or half characters')
    .pipe(replaced('text'))
    .describe('Plain text.'),
  link: z
    .strictObject({
      label: line(100)
        .refine((text) => text !== '')
        .pipe(replaced('label')),
      url: line(2_000)
        .pipe(replaced('url'))
        .pipe(z.url({ protocol: /^https?$/ }).regex(/^\S+$/)),
    })
    .nullable()
    .describe('The message’s one link: its label and its address.'),
});
export type MailingWords = z.infer<typeof wordsSchema>;

export const mailingSchema = named('MailingContent', {
  audience: audienceSchema,
  words: z
    .partialRecord(z.enum(LANGUAGES), wordsSchema)
    .refine(
      (words) => words.en !== undefined,
      'expected English words, which stand in for missing languages',
    ),
});
export type MailingContent = z.infer<typeof mailingSchema>;

/** A mailing as it is sent. A draft may wait for the choice of its people. */
export const sentMailingSchema = mailingSchema.refine((mailing) => !hasStrangeCode(mailing), {
  path: ['audience', 'states'],
  error:
    '{code} is for the waitlist and for accepted applicants: expected accepted alone, or words without {code}',
});

/** The version that the operator saw: what another operator has written meanwhile stays. */
const seen = limitedText(22);
/** What replaces a draft. */
export const seenMailingSchema = mailingSchema.extend({ seen });

/** To start it, the number of people must be typed. Who names no version has not looked at one. */
export const sendMailingSchema = z.strictObject({
  people: z.int().min(1),
  seen: seen.nullable().default(null),
});
export const testMailingSchema = z.strictObject({
  address: limitedText(254),
  language: z.enum(LANGUAGES),
});
/** People to whom something is done. */
export const idsSchema = z.strictObject({ ids });

const time = z.iso.datetime();
export const mailingStateSchema = z.strictObject({
  ...mailingSchema.shape,
  id: z.string(),
  version: z.string().describe('Another content has another one.'),
  state: z.enum(MAILING_STATES),
  reason: z.string().nullable().describe('Why it is paused, if nobody pressed the button.'),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  people: z.int().min(0).describe('How many people it was to reach when it started.'),
  by: z
    .string()
    .nullable()
    .describe(
      'Who wrote or started it last: a name, `token` or `command`. Null for what nobody in the console did.',
    ),
  recipients: z
    .record(z.enum(RECIPIENT_STATES), z.int().min(0))
    .describe('By state. Who has left or was erased meanwhile is missing.'),
});
export type Mailing = z.infer<typeof mailingStateSchema>;
/** A mailing with its pace. */
export const mailingPaceSchema = mailingStateSchema
  .extend({
    perHour: z.int(),
    endsAt: time
      .nullable()
      .describe('When it ends if others get as much mail as in the last hour.'),
  })
  .meta({ id: 'Mailing' });
/** `GET /growth/api/list/mailings`. */
export const mailingsReportSchema = named('MailingsReport', {
  summary: z.string(),
  mailings: z.array(mailingPaceSchema).describe('Latest first, at most 100.'),
});
export type MailingsReport = z.infer<typeof mailingsReportSchema>;

const count = z.int().min(0);
/** `POST /growth/api/list/audience`: how many people a mailing would reach, and why others are left out. */
export const audienceCountSchema = named('AudienceCount', {
  people: count,
  byType: z.strictObject({ notifyme: count, beta: count }),
  leftOut: z.strictObject({
    unconfirmed: count,
    neverShown: count.describe('They were never asked for a message at the launch.'),
    declined: count.describe('They said no.'),
    restricted: count,
    complained: count,
    undeliverable: count,
    wording: count.describe('They had a mailing, or are about to get it.'),
    otherGroup: count,
  }),
});
export type AudienceCount = z.infer<typeof audienceCountSchema>;

const median = z.number().min(0).nullable();
/** `GET /growth/api/list/stages`. Of all applications: how far they are. Who is accepted need not be confirmed. */
export const applicationStagesSchema = named('ApplicationStages', {
  summary: z.string(),
  applied: count,
  confirmed: count,
  decided: count,
  accepted: count,
  invited: count,
  redeemed: count,
  declined: count,
  waitingSince: z
    .number()
    .nullable()
    .describe('When the longest waiting one applied, in milliseconds since 1970 UTC.'),
  times: z
    .strictObject({
      confirmed: median,
      decided: median,
      accepted: median,
      invited: median,
      redeemed: median,
    })
    .describe('Median milliseconds from each stage to the next.'),
});
export type StagesReport = z.infer<typeof applicationStagesSchema>;
export type ApplicationStages = Omit<StagesReport, 'summary'>;
