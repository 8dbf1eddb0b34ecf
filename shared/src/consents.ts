import { z } from 'zod';
import { DAY_MS } from './limits.ts';
import { uuidPattern } from './uuid.ts';

export const CONSENT_SOURCES = ['banner', 'preferences', 'footer', 'my-data', 'gpc'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** What a page sends to `POST /api/consents`: one click of one visitor. */
export interface ConsentDecision {
  /** Null for a refusal by a browser that never granted: such a refusal has no identifier. */
  consentId: string | null;
  revision: number;
  analytics: boolean;
  source: ConsentSource;
  language: 'en';
  textHash: string;
  /** ISO time of the click, by the device's clock. */
  decidedAt?: string;
  /** Milliseconds since the click, by a clock that nobody sets. */
  ageMs?: number;
}

/** The last that PostgreSQL's `integer` holds. */
const MAX_REVISION = 2 ** 31 - 1;
/** Longer than a consent counts, and than its cookie is kept. */
const MAX_AGE_MS = 400 * DAY_MS;
/** Room for every digit that a clock may tell. */
const MAX_TIME_LENGTH = 40;

// In each text the length comes first, and ends the check where it is wrong.
const idSchema = z
  .string('expected a UUID')
  .length(36, { abort: true, error: 'expected a UUID' })
  .regex(uuidPattern, 'expected a UUID')
  .toLowerCase();
/** Plain characters only, and no at sign: the proof is append-only and must hold no address. */
const textHashSchema = z
  .string()
  .max(128, { abort: true, error: 'expected 16 to 128 characters of a hash' })
  .regex(/^[!-?A-~]{16,128}$/, 'expected 16 to 128 characters of a hash');
const languageSchema = z
  .string()
  .max(6, { abort: true })
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/);
const timeSchema = z
  .string()
  .max(MAX_TIME_LENGTH, { abort: true, error: 'expected an ISO time' })
  .pipe(z.iso.datetime({ offset: true, error: 'expected an ISO time' }));
const ageSchema = z.int().min(0).max(MAX_AGE_MS).optional().catch(undefined);

const grantSchema = z.strictObject({
  consentId: idSchema,
  revision: z.int().min(1).max(MAX_REVISION),
  analytics: z.literal(true),
  source: z.enum(CONSENT_SOURCES),
  language: z.literal('en'),
  textHash: textHashSchema,
  decidedAt: timeSchema.optional(),
  ageMs: ageSchema,
});

/**
 * A refusal says no, and nothing beside that can be a reason not to take it. What is missing or cannot be kept becomes
 * a value that says so: revision 0, which no text that anybody is asked with has; a source and a hash `unknown`; the
 * language `und` (undetermined, ISO 639-2).
 */
const refusalSchema = z.object({
  consentId: idSchema.nullable().default(null),
  revision: z.int().min(0).max(MAX_REVISION).catch(0),
  analytics: z.literal(false),
  source: z.enum([...CONSENT_SOURCES, 'unknown']).catch('unknown'),
  language: languageSchema.catch('und'),
  textHash: textHashSchema.catch('unknown'),
  decidedAt: timeSchema.optional().catch(undefined),
  ageMs: ageSchema,
});

/** The body of `POST /api/consents`. */
export const consentDecisionSchema = z.discriminatedUnion(
  'analytics',
  [grantSchema, refusalSchema],
  { error: ({ path }) => (path?.length ? 'expected true or false' : 'expected an object') },
);
export type RecordedSource = z.infer<typeof refusalSchema>['source'];
