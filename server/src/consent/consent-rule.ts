import { CONSENT_MS, DAY_MS } from '#shared/limits';
import { SKEW_MS } from '../lib/within.ts';
import type { Decision, RecordedDecision } from '../store/store.ts';

/** The fields of an id's latest row that the rules use. */
export type LatestDecision = Omit<Decision, 'id' | 'consentId' | 'source' | 'language'>;

/** The fields of a row of the proof that say what becomes of stored events. */
export type DecisionOnRecord = Pick<Decision, 'analytics' | 'revision' | 'recordedAt'>;

/** What is on record for one consent id. */
export interface ConsentHistory {
  latest: LatestDecision | null;
  everGranted: boolean;
}

/**
 * Returns what to do with a decision. A refusal by someone who never granted leaves no identifier, only the day's
 * count. A click that arrives late never overrides a later click. Only a refusal overrides one that is dated after the
 * refusal was received: a clock was ahead then, and nobody must wait for that time to come before they can withdraw. A grant
 * renews one that no longer counts, also where a clock was days ahead.
 *
 * @param isPublished whether the text that the decision names is on record: nobody can have agreed to any other text
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
  // Nobody agreed to the text that a grant against Global Privacy Control names, and that text need not exist. Rows for
  // made-up texts would also have to be searched for a grant at each decision.
  const isAboutText = holds(decision) === decision.analytics || history.everGranted;
  const same =
    !isErasure(decision) &&
    latest.analytics === holds(decision) &&
    latest.gpc === decision.gpc &&
    (!isAboutText ||
      (latest.revision === decision.revision && latest.textHash === decision.textHash));
  // A grant that is repeated after it expired needs a new row, or it could never count again.
  const expired = holds(decision) && isExpired(latest.recordedAt, decision.recordedAt);
  // Checked first: a repeated decision may seem slightly older, because its request arrived faster.
  if (same && !expired) return 'unchanged';
  const isLate = decision.decidedAt < latest.decidedAt;
  const mustWait = holds(decision)
    ? !(expired && latest.analytics)
    : latest.decidedAt <= decision.recordedAt;
  return isLate && mustWait ? 'superseded' : 'appended';
}

/** Returns the time by which a decision that is appended follows the latest one. */
export const timeInOrder = (
  { decidedAt }: Pick<Decision, 'decidedAt'>,
  latest: Pick<LatestDecision, 'decidedAt'> | null,
): number => Math.max(decidedAt, latest?.decidedAt ?? decidedAt);

/** An erasure always adds a row, even after a withdrawal. A restored backup uses it to erase the events again. */
export const isErasure = ({ source, analytics }: { source: string; analytics: boolean }) =>
  source === 'my-data' && !analytics;

/** Returns whether a decision is recorded as a grant. Against Global Privacy Control none is. */
export const holds = (decision: Pick<Decision, 'analytics' | 'gpc'>) =>
  decision.analytics && !decision.gpc;

/**
 * Returns whether events may be stored: the latest decision is a grant, at most 182 days old by server time, to a text
 * that has not changed since.
 *
 * @param textSince the revision since which the text is in force in the grant's language; null when none was published
 */
export function grantsAnalytics(
  latest: Pick<LatestDecision, 'analytics' | 'revision' | 'recordedAt'> | null,
  textSince: number | null,
  now: number,
): boolean {
  if (!latest?.analytics || textSince === null || latest.revision < textSince) return false;
  return !isExpired(latest.recordedAt, now);
}

/** A time that is days to come is from a clock that was wrong. */
export const isExpired = (recordedAt: number, now: number) =>
  now - recordedAt > CONSENT_MS || recordedAt - now > DAY_MS;

/**
 * Returns whether a withdrawal ended what an event may be used for: it is not delivered, and within a day it is erased. A
 * later grant does not revive it. After a withdrawal no event is accepted, so while that is the latest decision it
 * concerns all of them, whatever their times. Once somebody has agreed again, it concerns what was received before it. If it
 * is dated much later than that grant, its clock was ahead, and the grant's time counts.
 *
 * @param history latest-decisions.sql.ts
 */
export const isWithdrawn = (receivedAt: number, history: readonly DecisionOnRecord[]): boolean =>
  history.some((row, index) => {
    if (row.analytics) return false;
    const next = history.slice(index + 1).find(({ analytics }) => analytics);
    return !next || receivedAt <= Math.min(row.recordedAt, next.recordedAt + SKEW_MS);
  });
