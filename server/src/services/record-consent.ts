import { consentDecisionSchema } from '#shared/consents';
import type { Metrics } from '../metrics.ts';
import type { Store } from '../store/store.ts';
import { dateDecision } from './decision-time.ts';
import { describeIssues, type Issue } from './issues.ts';
import type { LeaveToNewer } from './newer-build.ts';

export interface ConsentDeps {
  store: Pick<Store, 'recordDecision'>;
  now(): number;
  newId(): string;
  metrics: Pick<Metrics, 'decision'>;
  leaveToNewer: LeaveToNewer;
}

/** A decision as the page that sent it knows it, with its cookie. */
export interface ToldDecision {
  consentId: string | null;
  analytics: boolean;
  /** A refusal may have any value here. */
  revision: unknown;
}

export type DecisionOutcome =
  | { outcome: 'invalid'; issues: Issue[] }
  | {
      outcome: 'recorded';
      recordedAt: number;
      told: ToldDecision;
      /** By a clock that is never ahead of the server's. */
      decidedAt: number;
      /**
       * True when a later click is known: this decision changed nothing, and its cookie must not
       * come back.
       */
      superseded: boolean;
    };

/** @param gpc whether the request had `Sec-GPC: 1` */
export type Decide = (body: unknown, gpc: boolean) => Promise<DecisionOutcome>;

const UNKNOWN_TEXT: Issue = {
  path: 'textHash',
  message:
    'expected the hash of the consent text that was published in this language as this revision',
};

export function createDecide({ store, now, newId, metrics, leaveToNewer }: ConsentDeps): Decide {
  return async (body, gpc) => {
    const parsed = consentDecisionSchema.safeParse(body);
    if (!parsed.success) {
      await leaveToNewer((body as { language?: unknown } | null)?.language);
      return { outcome: 'invalid', issues: describeIssues(parsed.error) };
    }
    const { ageMs, decidedAt: clickedAt, ...decision } = parsed.data;
    const receivedAt = now();
    const decidedAt = dateDecision({
      decidedAt: clickedAt === undefined ? undefined : Date.parse(clickedAt),
      ageMs,
      receivedAt,
    });
    const recorded = await store.recordDecision({
      ...decision,
      id: newId(),
      gpc,
      decidedAt,
      recordedAt: receivedAt,
    });
    const { outcome } = recorded;
    metrics.decision(outcome);
    if (outcome === 'unknown_text') return { outcome: 'invalid', issues: [UNKNOWN_TEXT] };
    const { consentId, analytics } = decision;
    return {
      outcome: 'recorded',
      recordedAt: recorded.recordedAt,
      told: { consentId, analytics, revision: (body as { revision?: unknown }).revision },
      decidedAt,
      superseded: outcome === 'superseded',
    };
  };
}
