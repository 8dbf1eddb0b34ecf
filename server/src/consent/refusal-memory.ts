import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Decision, RecordedDecision, Store } from '../store/store.ts';

const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

/** A refusal whose time is in no row, because it was only counted or because an earlier row says the same. */
export interface Refusal {
  /** A hash of the consent id, which cannot be derived from it. */
  hash: string;
  decidedAt: number;
}

/**
 * Remembers refusals for ten minutes, in memory only. A refusal whose grant is still on its way leaves no row to
 * compare that grant with, and a delayed grant must never override a later refusal. Beyond 10,000 refusals the oldest
 * are forgotten.
 *
 * @param clock milliseconds that never go back
 */
export function createRefusalMemory(clock = () => performance.now()) {
  /** The time of the refusal, by hash. */
  const refused = new LRUCache<string, number>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  });

  const note = ({ hash, decidedAt }: Refusal) =>
    void refused.set(hash, Math.max(refused.peek(hash) ?? decidedAt, decidedAt));

  const isRefusedLater = (consentId: string, decidedAt: number) =>
    (refused.peek(hashOf(consentId)) ?? Number.NEGATIVE_INFINITY) > decidedAt;

  return {
    note,
    /**
     * Records decisions with `record`, except grants that were refused later.
     *
     * @param tell called with each refusal whose time is in no row: another process may have to compare a grant with it
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
        const refusal = { hash: hashOf(consentId ?? ''), decidedAt };
        // Before it is on disk, or a grant that reaches the disk first would be recorded.
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
