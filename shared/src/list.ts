// What the team does with the people on the list: decisions, invitations, mailings.
import { z } from 'zod';
import { SIGNUP_TYPES } from './event-values.ts';
import { limitedText, uuidSchema } from './limited-text.ts';
import { APPLICATION_STATES, MAILING_STATES, RECIPIENT_STATES } from './list-values.ts';
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
export const decisionSchema = z.strictObject({
  ids,
  /** `waiting` takes a decision back. */
  decision: z.enum(APPLICATION_STATES),
  /** The state that the operator saw: what another operator has decided meanwhile stays. */
  seen: z.enum(APPLICATION_STATES),
  note: line(500).nullable().default(null),
  /** Who decides: a name, since all share one token. */
  by: line(100).nullable().default(null),
  /** Sends those who are declined the polite message. */
  tell: z.boolean().default(false),
});
export type DecisionRequest = z.infer<typeof decisionSchema>;

/** `POST /growth/api/list/invitations`: those named, or the next of those who are accepted and not invited, oldest first. */
export const invitationSchema = z.union(
  [z.strictObject({ ids }), z.strictObject({ next: z.int().min(1).max(MAX_AT_ONCE) })],
  `expected either ids or next, of 1 to ${MAX_AT_ONCE} people`,
);
export type InvitationRequest = z.infer<typeof invitationSchema>;

export const audienceSchema = z.strictObject({
  types: z.array(z.enum(SIGNUP_TYPES)).min(1).max(SIGNUP_TYPES.length),
  /** Of applications; the waitlist has none. */
  states: z.array(z.enum(APPLICATION_STATES)).min(1).max(APPLICATION_STATES.length),
  /** Empty for all. A signup without a language counts as English. */
  languages: z.array(z.enum(LANGUAGES)).max(LANGUAGES.length),
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
  /** Plain text. */
  text: limitedText(10_000)
    .trim()
    .min(1)
    .refine(isStorableText, 'expected text without NUL or half characters')
    .pipe(replaced('text')),
  /** The message's one link: its label and its address. */
  link: z
    .strictObject({
      label: line(100)
        .refine((text) => text !== '')
        .pipe(replaced('label')),
      url: line(2_000)
        .pipe(replaced('url'))
        .pipe(z.url({ protocol: /^https?$/ }).regex(/^\S+$/)),
    })
    .nullable(),
});
export type MailingWords = z.infer<typeof wordsSchema>;

export const mailingSchema = z.strictObject({
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
  /** Another content has another one. */
  version: z.string(),
  state: z.enum(MAILING_STATES),
  /** Why it is paused, if nobody pressed the button. */
  reason: z.string().nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** How many people it was to reach when it started. */
  people: z.int().min(0),
  /** Who wrote or started it last; null for what nobody in the console did. */
  by: z.string().nullable(),
  /** By state. Who has left or was erased meanwhile is missing. */
  recipients: z.record(z.enum(RECIPIENT_STATES), z.int().min(0)),
});
export type Mailing = z.infer<typeof mailingStateSchema>;
/** `GET /growth/api/list/mailings`. */
export const mailingsReportSchema = z.strictObject({
  summary: z.string(),
  mailings: z.array(mailingStateSchema.extend({ perHour: z.int(), endsAt: time.nullable() })),
});
export type MailingsReport = z.infer<typeof mailingsReportSchema>;

/** How many people a mailing would reach, and why others are left out. */
export interface AudienceCount {
  people: number;
  byType: Record<'notifyme' | 'beta', number>;
  leftOut: Record<
    | 'unconfirmed'
    | 'neverShown'
    | 'declined'
    | 'restricted'
    | 'complained'
    | 'undeliverable'
    | 'wording'
    | 'otherGroup',
    number
  >;
}

const count = z.int().min(0);
const median = z.number().min(0).nullable();
/** `GET /growth/api/list/stages`. Of all applications: how far they are. Who is accepted need not be confirmed. */
export const applicationStagesSchema = z.strictObject({
  applied: count,
  confirmed: count,
  accepted: count,
  invited: count,
  redeemed: count,
  declined: count,
  /** Median milliseconds from each stage to the next. */
  times: z.strictObject({ confirmed: median, accepted: median, invited: median, redeemed: median }),
});
export type ApplicationStages = z.infer<typeof applicationStagesSchema>;
