import { CONSENT_MS } from '#shared/limits';
import type { Decision, RecordedDecision } from '../store.ts';

/** What the rules need to know of an id's latest row. */
export interface LatestDecision {
  analytics: boolean;
  revision: number;
  gpc: boolean;
  textHash: string;
  decidedAt: number;
  recordedAt: number;
}

/** What is on record under one consent id. */
export interface ConsentHistory {
  latest: LatestDecision | null;
  everGranted: boolean;
}

/**
 * Returns what becomes of a decision. A refusal by someone who never granted leaves no identifier behind, only the
 * day's count. Clicks that travelled slowly never beat later ones.
 *
 * @param isPublished whether the text that the decision names is on record: nobody can have agreed to another
 */
export function ruleOn(
  decision: Decision,
  history: ConsentHistory,
  isPublished: boolean,
): RecordedDecision['outcome'] {
  const { latest } = history;
  if (holds(decision) && !isPublished) return 'unknown_text';
  if (decision.consentId === null) return 'counted';
  if (!decision.analytics && !history.everGranted) return 'counted';
  if (!latest) return 'appended';
  // Nobody agreed to the text that a grant against Global Privacy Control names: it need not even exist. Rows for each of
  // any number of made-up ones would have to be searched for a grant at every decision.
  const isAboutText = holds(decision) === decision.analytics || history.everGranted;
  const same =
    !isErasure(decision) &&
    latest.analytics === holds(decision) &&
    latest.gpc === decision.gpc &&
    (!isAboutText ||
      (latest.revision === decision.revision && latest.textHash === decision.textHash));
  // An expired grant is given anew: without a row of its own it could never count again.
  const expired = holds(decision) && isExpired(latest.recordedAt, decision.recordedAt);
  // First: told again, a decision may seem older by a little, because its request travelled faster.
  if (same && !expired) return 'unchanged';
  return decision.decidedAt < latest.decidedAt ? 'superseded' : 'appended';
}

/** An erasure is a row of its own, after a withdrawal too: by it a restored backup knows whose events to erase again. */
export const isErasure = ({ source, analytics }: { source: string; analytics: boolean }) =>
  source === 'my-data' && !analytics;

/** Whether a decision goes on record as a grant: none does against Global Privacy Control. */
export const holds = (decision: Pick<Decision, 'analytics' | 'gpc'>) =>
  decision.analytics && !decision.gpc;

/**
 * Returns whether events may be kept: the latest decision grants, at the revision in force, within 182 days of server time.
 *
 * @param inForce null while no text was published
 */
export function grantsAnalytics(
  latest: Pick<LatestDecision, 'analytics' | 'revision' | 'recordedAt'> | null,
  inForce: number | null,
  now: number,
): boolean {
  if (!latest?.analytics || latest.revision !== inForce) return false;
  return !isExpired(latest.recordedAt, now);
}

export const isExpired = (recordedAt: number, now: number) => now - recordedAt > CONSENT_MS;
