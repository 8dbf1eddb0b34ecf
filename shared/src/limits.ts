export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** How long a choice is remembered and a grant counts: six months, as the CNIL recommends (2020-091). */
export const CONSENT_DAYS = 182;
export const CONSENT_MS = CONSENT_DAYS * DAY_MS;

/** How long the proof of a consent is kept after its last decision: somebody may have to show it until then. */
export const PROOF_YEARS = 3;

/**
 * Returns how many days proof is kept when that is more than {@link PROOF_YEARS}, else null. Events arrive until a
 * grant expires, and as long as they are kept somebody must be able to show the consent to them.
 */
export function proofDays(eventRetentionDays: number): number | null {
  const days = CONSENT_DAYS + eventRetentionDays;
  return days > PROOF_YEARS * 365 ? days : null;
}

/** How long the link and the code of a message that asks for a confirmation are valid after it was sent. */
export const LINK_DAYS = 7;
/** How long an invitation is valid after its message was sent. */
export const INVITATION_DAYS = 14;

/** The only cookie that this site stores on a visitor's device. */
export const CONSENT_COOKIE = 'cc_cookie';

/** Replaces the id in the cookie after a refusal by someone who never granted. */
export const NO_CONSENT_ID = 'none';

export const MAX_EVENTS_PER_REQUEST = 100;
export const MAX_EVENTS_BODY_BYTES = 256 * 1024;
export const MAX_SIGNUP_BODY_BYTES = 64 * 1024;
export const MAX_CONSENT_BODY_BYTES = 4 * 1024;

/**
 * How long counts by the quarter of an hour are kept. The hours of every range that the console offers are within this
 * time. Of older days the counts by the day stay. They are about nobody, so the audit does not name them.
 */
export const QUARTER_DAYS = 400;
