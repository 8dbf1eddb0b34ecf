import { z } from 'zod';
import { CONSENT_COOKIE, CONSENT_MS, NO_CONSENT_ID } from '#shared/limits';
import { uuidPattern } from '#shared/uuid';
import type { ToldDecision } from './consents.ts';

/** The fields of vanilla-cookieconsent's cookie that hold the decision. */
const cookieSchema = z.object({
  categories: z.array(z.string()),
  revision: z.number(),
  consentId: z.string(),
  lastConsentTimestamp: z.string().optional(),
});

/** Browsers keep at most 4,096 bytes of a cookie. */
const MAX_COOKIE = 4_096;

/**
 * Returns the cookie's value, still encoded, or null if no cookie fits into a header. Of several it returns
 * the one with the latest choice, as the page does: a site of the parent domain may have set the others.
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

/** Returns whether the cookie holds exactly this decision: the same id, choice and revision. */
export function cookieHolds(value: string, decision: ToldDecision): boolean {
  const cookie = decode(value);
  return (
    cookie !== null &&
    cookie.consentId.toLowerCase() === (decision.consentId ?? NO_CONSENT_ID) &&
    cookie.categories.includes('analytics') === decision.analytics &&
    cookie.revision === decision.revision
  );
}

/**
 * Returns the id that the cookie claims was granted, in lower case; null when it has none. The claim alone proves
 * nothing.
 */
export function grantedId(value: string): string | null {
  const id = decode(value)?.consentId ?? NO_CONSENT_ID;
  return uuidPattern.test(id) ? id.toLowerCase() : null;
}

function decode(value: string): z.infer<typeof cookieSchema> | null {
  try {
    return cookieSchema.safeParse(JSON.parse(decodeURIComponent(value))).data ?? null;
  } catch {
    return null; // not our cookie
  }
}

export interface ReissueOptions {
  decidedAt: number;
  now: number;
  secure: boolean;
}

/**
 * Returns a `Set-Cookie` with the same value that lasts until 182 days after the decision; null when they are over.
 * WebKit drops cookies written by scripts after seven days, but keeps those set by a server. Not HttpOnly, because the
 * page reads it.
 */
export function reissueCookie(
  value: string,
  { decidedAt, now, secure }: ReissueOptions,
): string | null {
  const maxAge = Math.floor((decidedAt + CONSENT_MS - now) / 1000);
  if (maxAge <= 0) return null;
  return `${CONSENT_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}
