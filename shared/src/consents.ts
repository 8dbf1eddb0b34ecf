import { z } from 'zod';
import { isoTimeSchema, limitedText, uuidSchema } from './limited-text.ts';
import { DAY_MS } from './limits.ts';
import { LANGUAGES } from './site-languages.ts';

export const CONSENT_SOURCES = ['banner', 'preferences', 'footer', 'my-data', 'gpc'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** The largest value of PostgreSQL's `integer`. */
const MAX_REVISION = 2 ** 31 - 1;
/** Longer than a consent counts and than its cookie is kept. */
const MAX_AGE_MS = 400 * DAY_MS;

/** Plain characters only, and no at sign: the proof is append-only and must contain no e-mail address. */
const textHashSchema = limitedText(128).regex(
  /^[!-?A-~]{16,128}$/,
  'expected 16 to 128 characters of a hash',
);
const languageSchema = limitedText(6).regex(/^[a-z]{2,3}(-[A-Z]{2})?$/);
const ageSchema = z.int().min(0).max(MAX_AGE_MS).optional().catch(undefined);

const grantSchema = z.strictObject({
  consentId: uuidSchema,
  revision: z.int().min(1).max(MAX_REVISION),
  analytics: z.literal(true),
  source: z.enum(CONSENT_SOURCES),
  language: z.enum(LANGUAGES),
  textHash: textHashSchema,
  decidedAt: isoTimeSchema.optional().describe('The time of the click, by the device’s clock.'),
  ageMs: ageSchema.describe('Milliseconds since the click, by a monotonic clock.'),
});

/** What a page sends: one click of one visitor. A refusal by a browser that never granted has no identifier. */
export type ConsentDecision = Omit<z.input<typeof grantSchema>, 'consentId' | 'analytics'> & {
  consentId: string | null;
  analytics: boolean;
};

/**
 * A refusal is always accepted, whatever else is wrong with it. A value that is missing or cannot be stored is replaced
 * by one that says so: revision 0, which no consent text has; `unknown` for source and hash; the language `und`
 * (undetermined, ISO 639-2).
 */
const refusalSchema = z.object({
  consentId: uuidSchema.nullable().default(null),
  revision: z.int().min(0).max(MAX_REVISION).catch(0),
  analytics: z.literal(false),
  source: z.enum([...CONSENT_SOURCES, 'unknown']).catch('unknown'),
  language: languageSchema.catch('und'),
  textHash: textHashSchema.catch('unknown'),
  decidedAt: isoTimeSchema.optional().catch(undefined),
  ageMs: ageSchema,
});

/** The body of `POST /api/consents`. */
export const consentDecisionSchema = z.discriminatedUnion(
  'analytics',
  [grantSchema, refusalSchema],
  { error: ({ path }) => (path?.length ? 'expected true or false' : 'expected an object') },
);
export type RecordedSource = z.infer<typeof refusalSchema>['source'];
