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
    const { recordedAt, outcome } = await store.recordDecision({
      ...decision,
      id: newId(),
      gpc,
      decidedAt,
      recordedAt: receivedAt,
    });
    metrics.decision(outcome);
    const superseded = outcome === 'superseded';
    return { outcome: 'recorded', recordedAt, decision, decidedAt, superseded };
  };
}
