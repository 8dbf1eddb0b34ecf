import { createHash } from 'node:crypto';
import type { Decision, RecordedDecision, Store } from '../store.ts';

const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

/** A refusal whose time no row tells: it was only counted, or an earlier row says the same. */
export interface Refusal {
  /** Of the consent id, which nobody can tell from it. */
  hash: string;
  decidedAt: number;
  receivedAt: number;
}

/**
 * A refusal whose grant is still on its way leaves no row to compare that grant with: it is remembered for ten
 * minutes, in memory only, so that a delayed grant never beats a later refusal.
 */
export function createRefusalMemory() {
  const refused = new Map<string, Refusal>();

  function note(refusal: Refusal) {
    // Maps keep the order of insertion, so the oldest come first.
    for (const [hash, { receivedAt }] of refused) {
      const isOver = refusal.receivedAt - receivedAt > REMEMBERED_MS;
      if (!isOver && refused.size < MAX_REMEMBERED) break;
      refused.delete(hash);
    }
    const { hash, decidedAt } = refusal;
    const known = refused.get(hash)?.decidedAt ?? decidedAt;
    refused.delete(hash);
    refused.set(hash, { ...refusal, decidedAt: Math.max(known, decidedAt) });
  }

  const isRefusedLater = (consentId: string, decidedAt: number) =>
    (refused.get(hashOf(consentId))?.decidedAt ?? Number.NEGATIVE_INFINITY) > decidedAt;

  return {
    note,
    /**
     * Records decisions with `record`, but for grants that were refused later.
     *
     * @param tell hears of each refusal whose time no row tells: another process may have to compare a grant with it
     */
    guard(
      record: Store['recordDecision'],
      tell: (refusal: Refusal) => void = () => {},
    ): Store['recordDecision'] {
      return async (decision: Decision): Promise<RecordedDecision> => {
        const { consentId, analytics, decidedAt, recordedAt } = decision;
        if (consentId !== null && analytics && isRefusedLater(consentId, decidedAt)) {
          return { outcome: 'superseded', recordedAt };
        }
        const isRefusal = consentId !== null && !analytics;
        const refusal = { hash: hashOf(consentId ?? ''), decidedAt, receivedAt: recordedAt };
        // Before it is on disk: a grant that overtakes it there would be recorded.
        if (isRefusal) note(refusal);
        const recorded = await record(decision);
        const { outcome } = recorded;
        if (isRefusal && (outcome === 'counted' || outcome === 'unchanged')) tell(refusal);
        return recorded;
      };
    },
  };
}

export type RefusalMemory = ReturnType<typeof createRefusalMemory>;

const hashOf = (consentId: string) => createHash('sha256').update(consentId).digest('base64url');
