import { z } from 'zod';
import { uuidPattern } from './uuid.ts';

export const CONSENT_SOURCES = ['banner', 'preferences', 'footer', 'my-data', 'gpc'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** The last that PostgreSQL's `integer` holds. */
const MAX_REVISION = 2 ** 31 - 1;

/** The body of `POST /api/consents`: one click of one visitor. */
export const consentDecisionSchema = z
  .strictObject({
    /** Null for a refusal by a browser that never granted: such a refusal has no identifier. */
    consentId: z.string().regex(uuidPattern, 'expected a UUID or null').toLowerCase().nullable(),
    revision: z.int().min(1).max(MAX_REVISION),
    analytics: z.boolean(),
    source: z.enum(CONSENT_SOURCES),
    language: z.literal('en'),
    /** Plain characters only, and no at sign: the proof is append-only and must hold no address. */
    textHash: z.string().regex(/^[!-?A-~]{16,128}$/, 'expected 16 to 128 characters of a hash'),
    decidedAt: z.iso.datetime({ offset: true }).optional(),
  })
  .refine((decision) => !decision.analytics || decision.consentId !== null, {
    path: ['consentId'],
    message: 'a grant needs a consentId; only a refusal may have null',
  });
export type ConsentDecision = z.infer<typeof consentDecisionSchema>;
