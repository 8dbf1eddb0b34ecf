// What programs send to the public paths and get from them. The forms and the tracker of the site know the types only.
import { z } from 'zod';
import { SIGNUP_TYPES } from './event-values.ts';
import { isoTimeSchema } from './limited-text.ts';
import { named } from './named-schema.ts';
import { SIGNUP_MAX_LENGTH } from './signup-texts.ts';

const text = z.string();
/** A schema would count the blanks, too. */
const limited = (max: number, more = '') =>
  text.describe(`At most ${max} characters, without the blanks around it.${more}`);

/** A row for `POST /rest/v1/notifyme_signups`. The server says in PostgREST's own codes what is wrong with one. */
export const signupInsertSchema = named('SignupInsert', {
  name: limited(SIGNUP_MAX_LENGTH.name),
  email: limited(SIGNUP_MAX_LENGTH.email),
  youtube_channel: limited(SIGNUP_MAX_LENGTH.youtube_channel).nullish(),
  use_case: limited(SIGNUP_MAX_LENGTH.use_case, ' Required for `beta`.').nullish(),
  signup_type: z.enum(SIGNUP_TYPES),
  language: text.nullish().describe('Of the page. One that the site does not know is not stored.'),
});

const failure = { code: text, message: text, details: text.nullable(), hint: text.nullable() };
/** A refusal as PostgREST words it. */
export const tableRefusalSchema = named('TableRefusal', failure);
export const wrongKeySchema = z.strictObject({ message: text, hint: text });

/** `POST /api/consents`. */
export const consentRecordedSchema = z.strictObject({ recordedAt: isoTimeSchema });

const count = z.int().min(0);
/** `POST /api/events`. */
export const eventsTakenSchema = z.strictObject({
  accepted: count,
  duplicates: count,
  rejected: z.array(z.strictObject({ index: count, reason: text })),
});
export type EventsTaken = z.infer<typeof eventsTakenSchema>;

/** `POST /api/confirmations`. */
export const confirmedSchema = z.strictObject({ confirmed: z.literal(true) });

/** `GET /healthz`. */
export const healthSchema = z.strictObject({
  status: z.literal('ok'),
  version: text,
  commit: text.nullable().describe('Of the build’s sources. Null if the build had no Git.'),
});

const iso = isoTimeSchema.nullable().optional();
const readiness = {
  reasons: z.array(text).describe('What is wrong, also what does not prevent storing yet.'),
  relay: z
    .strictObject({
      state: z.enum(['off', 'stopped', 'up_to_date', 'delivering', 'standby', 'failing']),
      reason: text.nullable().optional(),
      failingSince: iso,
      nextAttemptAt: iso,
    })
    .describe('The delivery to PostHog.'),
};
/** `GET /readyz`. */
export const readySchema = z.strictObject({ status: z.literal('ready'), ...readiness });
export const notReadySchema = z.strictObject({
  status: z.literal('not_ready'),
  code: z.literal('store_unavailable'),
  message: text,
  ...readiness,
});
