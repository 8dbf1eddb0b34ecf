import type { ConsentSource } from '#shared/consents';
import { CONSENT_COOKIE, CONSENT_MS, NO_CONSENT_ID } from '#shared/limits';
import type { Language } from '#shared/site-languages';
import { uuidPattern } from '#shared/uuid';

/** One choice, as stored in the cookie. */
export interface Choice {
  analytics: boolean;
  /** The subject id of the proof; null if this browser never granted. */
  consentId: string | null;
  revision: number;
  /** The time of the click, in milliseconds since 1970 by this browser's clock. */
  decidedAt: number;
  /** The control that was clicked; null in a cookie that this site has not written. */
  source: ConsentSource | null;
  /** The language of the text shown. */
  language: Language;
  /** The hash of the text shown, until the server has recorded the choice; then null. */
  unsent: string | null;
}

/** As much as the server allows for the way of a request: by less than that, it orders clicks by their own times. */
const TOLERANCE_MS = 120_000;

/** The fields of vanilla-cookieconsent 3's cookie, so that the library recognises its own format. */
interface CookieValue {
  categories: string[];
  revision: number;
  data: { source: ConsentSource | null; unsent?: string } | null;
  consentTimestamp: string;
  consentId: string;
  services: { analytics: string[] };
  languageCode: Language;
  lastConsentTimestamp: string;
  expirationTime: number;
}

/**
 * Parses the choice from a `document.cookie` string. Returns null without a readable choice. There may be several cookies
 * with the same name: a site of the parent domain that uses the same library sets one here too. One that this site may
 * have written goes before all others, and a refusal before a grant, because any of them may be made up.
 */
export function parseChoice(cookies: string, now: number): Choice | null {
  const choices = cookies
    .split(/;\s*/)
    .flatMap((pair) => (pair.startsWith(`${CONSENT_COOKIE}=`) && parseValue(pair)) || [])
    .sort((a, b) => rankOf(b, now) - rankOf(a, now));
  return choices.find((one) => !one.analytics && rankOf(one, now) > 0) ?? choices[0] ?? null;
}

/**
 * Returns what orders choices. A choice in the future ranks below all others: either somebody else has set it, or the clock
 * was set back since, and then it still counts until the next click. A choice that this site has not written ranks there, too.
 */
export const rankOf = ({ decidedAt, source }: Choice, now: number): number =>
  decidedAt > now + TOLERANCE_MS || !source ? decidedAt - 1e16 : decidedAt;

function parseValue(pair: string): Choice | null {
  try {
    const value = JSON.parse(
      decodeURIComponent(pair.slice(CONSENT_COOKIE.length + 1)),
    ) as Partial<CookieValue> | null;
    const decidedAt = Date.parse(value?.lastConsentTimestamp ?? '');
    if (!value || !Array.isArray(value.categories) || Number.isNaN(decidedAt)) return null;
    if (typeof value.revision !== 'number' || typeof value.consentId !== 'string') return null;
    const consentId = uuidPattern.test(value.consentId) ? value.consentId.toLowerCase() : null;
    return {
      analytics: value.categories.includes('analytics') && consentId !== null,
      consentId,
      revision: value.revision,
      decidedAt,
      source: value.data?.source ?? null,
      language: value.languageCode ?? 'en',
      unsent: value.data?.unsent ?? null,
    };
  } catch {
    return null; // not ours, or truncated
  }
}

/**
 * Returns a `document.cookie` assignment that keeps the choice until 182 days after the click. A refusal by someone
 * who never granted has the constant `none` in place of the id.
 */
export function formatChoice(choice: Choice, now: number, secure: boolean): string {
  const decided = new Date(choice.decidedAt).toISOString();
  const expirationTime = Math.min(choice.decidedAt, now) + CONSENT_MS;
  const value: CookieValue = {
    categories: choice.analytics ? ['analytics'] : [],
    revision: choice.revision,
    data: { source: choice.source, ...(choice.unsent && { unsent: choice.unsent }) },
    consentTimestamp: decided,
    consentId: choice.consentId ?? NO_CONSENT_ID,
    services: { analytics: [] },
    languageCode: choice.language,
    lastConsentTimestamp: decided,
    expirationTime,
  };
  const maxAge = Math.max(0, Math.round((expirationTime - now) / 1000));
  return `${CONSENT_COOKIE}=${encodeURIComponent(JSON.stringify(value))}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}

/** A `document.cookie` assignment that removes the choice. */
export const eraseChoice = `${CONSENT_COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`;
