import { consentDecisionSchema } from '#shared/consents';
import type { ByteBudget } from '../edge/budgets.ts';
import type { Metrics } from '../edge/metrics.ts';
import { describeIssues, type Issue } from '../lib/issues.ts';
import type { World } from '../lib/world.ts';
import type { Store } from '../store/store.ts';
import { dateDecision } from './decision-time.ts';
import type { LeaveToNewer } from './newer-build.ts';

export interface ConsentDeps extends Pick<World, 'now' | 'newId'> {
  store: Pick<Store, 'recordDecision'>;
  metrics: Pick<Metrics, 'decision'>;
  leaveToNewer: LeaveToNewer;
  bytes: ByteBudget;
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
  | { outcome: 'over_budget'; retrySeconds: number }
  | {
      outcome: 'recorded';
      recordedAt: number;
      told: ToldDecision;
      /** By a clock that is never ahead of the server's. */
      decidedAt: number;
      /** True when a later click is known: this decision changed nothing, and its cookie must not come back. */
      superseded: boolean;
    };

/** @param sender whether the request had `Sec-GPC: 1`, and a hash of its address */
export type Decide = (
  body: unknown,
  sender: { gpc: boolean; client: string },
) => Promise<DecisionOutcome>;

/** What a decision takes in the database, with its indexes. */
const ROW_BYTES = 400;

const UNKNOWN_TEXT: Issue = {
  path: 'textHash',
  message:
    'expected the hash of the consent text that was published in this language as this revision',
};

export function createDecide(deps: ConsentDeps): Decide {
  const { store, now, newId, metrics, leaveToNewer, bytes } = deps;
  return async (body, { gpc, client }) => {
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
    // A withdrawal is recorded whatever else the client has stored.
    const { analytics } = decision;
    const retrySeconds = analytics ? bytes.take(client, ROW_BYTES, 'consent') : 0;
    if (retrySeconds > 0) return { outcome: 'over_budget', retrySeconds };
    const giveBack = () => analytics && bytes.giveBack(client, ROW_BYTES);
    const row = { ...decision, id: newId(), gpc, decidedAt, recordedAt: receivedAt };
    const recorded = await store.recordDecision(row).catch((error: unknown) => {
      giveBack(); // the page sends it again
      throw error;
    });
    const { outcome } = recorded;
    if (outcome !== 'appended') giveBack();
    metrics.decision(outcome);
    if (outcome === 'unknown_text') return { outcome: 'invalid', issues: [UNKNOWN_TEXT] };
    const { consentId } = decision;
    return {
      outcome: 'recorded',
      recordedAt: recorded.recordedAt,
      told: { consentId, analytics, revision: (body as { revision?: unknown }).revision },
      decidedAt,
      superseded: outcome === 'superseded',
    };
  };
}
