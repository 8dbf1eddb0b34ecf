import { type ConsentDecision, consentDecisionSchema } from '#shared/consents';
import type { Metrics } from '../metrics.ts';
import type { Store } from '../store/store.ts';
import { describeIssues, type Issue } from './issues.ts';

export interface ConsentDeps {
  store: Pick<Store, 'recordDecision'>;
  now(): number;
  newId(): string;
  metrics: Pick<Metrics, 'decision'>;
  /** The consent revision in force. */
  revision: number;
}

export type DecisionOutcome =
  | { outcome: 'invalid'; issues: Issue[] }
  | {
      outcome: 'recorded';
      recordedAt: number;
      decision: ConsentDecision;
      /** By a clock that is never ahead of the server's. */
      decidedAt: number;
      /** A later click is known: this one changed nothing, and its cookie must not come back. */
      superseded: boolean;
    };

/** @param gpc whether the request bore `Sec-GPC: 1` */
export type Decide = (body: unknown, gpc: boolean) => Promise<DecisionOutcome>;

export function createDecide({ store, now, newId, metrics, revision }: ConsentDeps): Decide {
  const refusals = createRefusalMemory();
  return async (body, gpc) => {
    const parsed = consentDecisionSchema.safeParse(body);
    if (!parsed.success) return { outcome: 'invalid', issues: describeIssues(parsed.error) };
    const decision = parsed.data;
    // Were it kept, a grant to a text that nobody has seen would begin to count once there is one.
    if (decision.revision > revision) {
      const message = `expected a revision that was published, at most ${revision}`;
      return { outcome: 'invalid', issues: [{ path: 'revision', message }] };
    }
    const receivedAt = now();
    // A browser's clock that runs ahead must not make its later withdrawal look old.
    const clickedAt =
      decision.decidedAt === undefined ? receivedAt : Date.parse(decision.decidedAt);
    const decidedAt = Math.min(clickedAt, receivedAt);
    const { consentId, analytics } = decision;
    if (consentId && analytics && refusals.isLater(consentId, decidedAt)) {
      metrics.decision('superseded');
      return { outcome: 'recorded', recordedAt: receivedAt, decision, decidedAt, superseded: true };
    }
    const { recordedAt, outcome } = await store.recordDecision({
      ...decision,
      id: newId(),
      gpc,
      decidedAt,
      recordedAt: receivedAt,
    });
    metrics.decision(outcome);
    if (consentId && outcome === 'counted') refusals.note(consentId, decidedAt, receivedAt);
    const superseded = outcome === 'superseded';
    return { outcome: 'recorded', recordedAt, decision, decidedAt, superseded };
  };
}

const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * A refusal whose grant is still on its way leaves no row to compare that grant with: its id is
 * remembered for ten minutes, in memory only, so that a delayed grant never beats a later refusal.
 */
function createRefusalMemory() {
  const refused = new Map<string, { decidedAt: number; receivedAt: number }>();
  return {
    note(consentId: string, decidedAt: number, receivedAt: number) {
      // Maps keep the order of insertion, so the oldest come first.
      for (const [id, refusal] of refused) {
        const isOver = receivedAt - refusal.receivedAt > REMEMBERED_MS;
        if (!isOver && refused.size < MAX_REMEMBERED) break;
        refused.delete(id);
      }
      refused.delete(consentId);
      refused.set(consentId, { decidedAt, receivedAt });
    },
    isLater: (consentId: string, grantedAt: number) =>
      (refused.get(consentId)?.decidedAt ?? Number.NEGATIVE_INFINITY) > grantedAt,
  };
}
