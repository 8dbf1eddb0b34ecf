// What the paths of the list answer, beside the mailings themselves.
import { z } from 'zod';
import { isoTimeSchema } from './limited-text.ts';
import { mailingPaceSchema } from './list.ts';
import { APPLICATION_STATES } from './list-values.ts';
import { named } from './named-schema.ts';
import { LANGUAGES } from './site-languages.ts';

const count = z.int().min(0);
const text = z.string();

/** `POST /growth/api/list/decisions`. */
export const decidedSchema = named('Decided', {
  changed: count,
  told: z
    .array(text)
    .describe('The ids of those who were told of an earlier decision, which stays.'),
  missing: count.describe('They no longer exist, or are no applications.'),
  others: z
    .array(z.strictObject({ id: text, state: z.enum(APPLICATION_STATES), by: text.nullable() }))
    .describe('Somebody else was faster: these are in another state than the operator saw.'),
  queued: count.describe('Polite messages to those who are declined.'),
});
export type DecidedReport = z.infer<typeof decidedSchema>;

/** `POST /growth/api/list/invitations`. */
export const invitedSchema = z.strictObject({
  queued: count,
  refused: count.describe(
    'Not accepted, not confirmed, gone, without mail that reaches them, restricted, or invited within the last minute.',
  ),
});
export type Invited = z.infer<typeof invitedSchema>;

/** `POST /growth/api/list/invitations/withdraw`. */
export const withdrawnSchema = z.strictObject({ withdrawn: count });
/** `GET /growth/api/list/secret`. */
export const listSecretSchema = z.strictObject({ secret: text });

/** A stored draft. */
export const draftSchema = z.strictObject({ id: text, version: text });
export const startedSchema = z.strictObject({ started: z.literal(true) });
export const doneSchema = z.strictObject({ done: z.literal(true) });

const shownMailing = mailingPaceSchema.shape;
/** `GET /growth/api/list/mailings/:id`. */
export const mailingReportSchema = named('MailingReport', {
  ...shownMailing,
  putOff: z
    .strictObject({
      people: count,
      until: isoTimeSchema.describe('When the last of them is tried again, or was to be.'),
      reason: text
        .nullable()
        .describe(
          'The server’s answer. Null where the mailbox has had as many messages as a day may have.',
        ),
    })
    .nullable()
    .describe('Those who still wait because a server put them off.'),
  troubled: z
    .array(
      z.strictObject({
        signupId: text,
        name: text,
        email: text,
        state: z.enum(['in_doubt', 'refused']),
        attemptedAt: isoTimeSchema.nullable(),
        reason: text.nullable().describe('The server’s answer, or what happened instead of one.'),
        language: z.enum(LANGUAGES).nullable(),
      }),
    )
    .describe('Recipients that are refused or in doubt, at most 500.'),
});
export type MailingReport = z.infer<typeof mailingReportSchema>;

const message = { subject: text, text };
/** `GET /growth/api/list/mailings/:id/preview`. */
export const previewSchema = named('Preview', {
  language: z.enum(LANGUAGES),
  ...message,
  html: text.nullable(),
  withoutName: z.strictObject(message).describe('For somebody whose name is left out.'),
});
export type PreviewReport = z.infer<typeof previewSchema>;

/** `POST /growth/api/list/mailings/:id/test`. */
export const testedSchema = z.union([
  z.strictObject({ sent: z.literal(true) }),
  z.strictObject({ sent: z.literal(false), reason: text.nullable() }),
]);

/** `POST /growth/api/list/mailings/:id/again`. */
export const againSchema = named('Again', {
  again: count.describe('How many wait again.'),
  tooRecent: count.describe('Tried less than ten minutes ago, so that an answer may still come.'),
  hadAnother: count.describe('Had another mailing since, or may get one.'),
  notTroubled: count.describe('Neither in doubt nor refused in this mailing.'),
  reason: text.nullable().describe('The same as a sentence; null if all wait again.'),
});
export type AgainReport = z.infer<typeof againSchema>;

/** Somebody else has changed the draft: what it is now. */
export const changedMailingSchema = mailingPaceSchema.nullable();

/** The query of `DELETE /growth/api/list/mailings/:id`. */
export const seenQuerySchema = z.strictObject({
  seen: text.min(1, 'expected the version you saw'),
});
/** The query of a preview. Languages without words are shown in English. */
export const previewQuerySchema = z.strictObject({ language: z.enum(LANGUAGES).default('en') });
/** The same as a page. */
export const previewPageQuerySchema = previewQuerySchema.extend({
  name: text.optional().describe('Without one, a made-up name; empty for somebody without.'),
  shown: text.optional().describe('Any text. A browser asks again when it differs.'),
});
