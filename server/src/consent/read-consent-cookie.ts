import { z } from 'zod';
import { CONSENT_SOURCES } from '#shared/consents';
import { CONSENT_COOKIE, CONSENT_MS, DAY_MS, NO_CONSENT_ID } from '#shared/limits';
import { uuidPattern } from '#shared/uuid';
import { MAX_COOKIES } from '../lib/request-cookie.ts';
import type { ToldDecision } from './record-consent.ts';

/** The fields of vanilla-cookieconsent's cookie that hold the decision. */
const cookieSchema = z.object({
  categories: z.array(z.string()),
  revision: z.number(),
  consentId: z.string(),
  lastConsentTimestamp: z.string().optional(),
  data: z.unknown().optional(),
});
type Cookie = z.infer<typeof cookieSchema>;

/** What this site adds to the library's cookie. */
const ownData = z.object({ source: z.enum(CONSENT_SOURCES) });

/** Browsers keep at most 4,096 bytes of a cookie. */
const MAX_COOKIE = 4_096;
/** The clock of a device may be this far ahead, in milliseconds. */
const CLOCK_TOLERANCE_MS = 120_000;
const MAX_AHEAD_MS = DAY_MS;

/**
 * Returns the id that the consent cookies of a request claim was granted, in lower case; null when they have none. The
 * claim alone proves nothing. Other sites of the domain can set some of them, so those that are most likely this site's
 * count: of the last 182 days, and as this site writes them. Returns `ambiguous` if these name different visitors:
 * nobody may be shown, or erase, what is about somebody else. So it does where there may be more cookies than were read.
 */
export function readConsentId(sent: readonly string[], now: number): string | null {
  if (sent.length >= MAX_COOKIES) return 'ambiguous';
  const cookies = sent.flatMap((value) => {
    const cookie = decode(value);
    const isOurs = cookie && (idOf(cookie) !== null || cookie.consentId === NO_CONSENT_ID);
    return isOurs && timeOf(cookie) <= now + MAX_AHEAD_MS ? [cookie] : [];
  });
  const ranks = cookies.map((cookie) => rankOf(cookie, now));
  const best = Math.max(...ranks);
  const [first, ...others] = cookies.filter((_, index) => ranks[index] === best);
  if (!first) return null;
  const consentId = idOf(first);
  return others.every((other) => idOf(other) === consentId) ? consentId : 'ambiguous';
}

const timeOf = ({ lastConsentTimestamp = '' }: Cookie): number =>
  Date.parse(lastConsentTimestamp) || 0;

function rankOf(cookie: Cookie, now: number): number {
  const time = timeOf(cookie);
  const isInTime = time > now - CONSENT_MS && time <= now + CLOCK_TOLERANCE_MS;
  return (isInTime ? 2 : 0) + (ownData.safeParse(cookie.data).success ? 1 : 0);
}

const idOf = ({ consentId }: Cookie): string | null =>
  uuidPattern.test(consentId) ? consentId.toLowerCase() : null;

/**
 * Returns the cookie that holds exactly this decision, still encoded: the same id, choice and revision. Null if none
 * does, or if it does not fit into a header.
 */
export const cookieWith = (sent: readonly string[], decision: ToldDecision): string | null =>
  sent.find(
    (value) =>
      /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value) && holds(decode(value), decision),
  ) ?? null;

const holds = (cookie: Cookie | null, decision: ToldDecision): boolean =>
  cookie !== null &&
  cookie.consentId.toLowerCase() === (decision.consentId ?? NO_CONSENT_ID) &&
  cookie.categories.includes('analytics') === decision.analytics &&
  cookie.revision === decision.revision;

function decode(value: string): Cookie | null {
  if (value.length > MAX_COOKIE) return null;
  try {
    return cookieSchema.safeParse(JSON.parse(decodeURIComponent(value))).data ?? null;
  } catch {
    return null; // not our cookie
  }
}

/**
 * Returns a `Set-Cookie` with the same value that lasts until 182 days after the decision; null when they are over.
 * WebKit drops cookies written by scripts after seven days, but keeps those set by a server. Not HttpOnly, because the
 * page reads it.
 */
export function reissueCookie(
  value: string,
  { decidedAt, now, secure }: { decidedAt: number; now: number; secure: boolean },
): string | null {
  const maxAge = Math.floor((decidedAt + CONSENT_MS - now) / 1000);
  if (maxAge <= 0) return null;
  return `${CONSENT_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}
