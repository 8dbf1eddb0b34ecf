import { z } from 'zod';
import { CONSENT_COOKIE, CONSENT_MS, NO_CONSENT_ID } from '#shared/limits';
import { uuidPattern } from '#shared/uuid';
import type { ToldDecision } from './consents.ts';

/** The part of vanilla-cookieconsent's cookie that says what was decided. */
const cookieSchema = z.object({
  categories: z.array(z.string()),
  revision: z.number(),
  consentId: z.string(),
  lastConsentTimestamp: z.string().optional(),
});

/** Browsers keep 4,096 bytes of a cookie. */
const MAX_COOKIE = 4_096;

/**
 * Returns the cookie's value, still encoded, or null where there is none that a header may bear. Of several the page takes
 * the one with the latest choice, and so does this: a site of the parent domain may have set the others.
 */
export function readConsentCookie(sent: readonly string[]): string | null {
  let latest: { value: string; decidedAt: number } | null = null;
  for (const value of sent) {
    if (value.length > MAX_COOKIE || !/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value))
      continue;
    const decidedAt = Date.parse(decode(value)?.lastConsentTimestamp ?? '') || 0;
    if (!latest || decidedAt > latest.decidedAt) latest = { value, decidedAt };
  }
  return latest?.value ?? null;
}

/** Whether the cookie holds this very decision: the same id, the same choice, the same revision. */
export function cookieHolds(value: string, decision: ToldDecision): boolean {
  const cookie = decode(value);
  return (
    cookie !== null &&
    cookie.consentId.toLowerCase() === (decision.consentId ?? NO_CONSENT_ID) &&
    cookie.categories.includes('analytics') === decision.analytics &&
    cookie.revision === decision.revision
  );
}

/** The id that the cookie says was granted, in lower case; null when it has none. It proves nothing by itself. */
export function grantedId(value: string): string | null {
  const id = decode(value)?.consentId ?? NO_CONSENT_ID;
  return uuidPattern.test(id) ? id.toLowerCase() : null;
}

function decode(value: string): z.infer<typeof cookieSchema> | null {
  try {
    return cookieSchema.safeParse(JSON.parse(decodeURIComponent(value))).data ?? null;
  } catch {
    return null; // not ours
  }
}

export interface ReissueOptions {
  decidedAt: number;
  now: number;
  secure: boolean;
}

/**
 * A `Set-Cookie` with the same value until 182 days after the decision, or null once they are over. WebKit drops
 * a cookie that a script wrote after seven days; one that a server set stays. Not HttpOnly: the page reads it.
 */
export function reissueCookie(
  value: string,
  { decidedAt, now, secure }: ReissueOptions,
): string | null {
  const maxAge = Math.floor((decidedAt + CONSENT_MS - now) / 1000);
  if (maxAge <= 0) return null;
  return `${CONSENT_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}
