import { isErasure } from '../consent/consent-rule.ts';
import { readHistories, recordDecisions } from '../consent/record-decisions.sql.ts';
import { queueNotices } from '../mail/outbox/notices.sql.ts';
import { recordAudit } from '../store/audit-entries.sql.ts';
import type { NewNotice } from '../store/mail-store.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import type { ErasureRequest } from '../store/store.ts';

/** Records that the person withdrew, unless the last decision is an erasure. After its commit no event of theirs is accepted. */
export function* withdraw(db: Db, request: ErasureRequest): Op<void> {
  const { id, consentId, gpc, at, search, notices = [] } = request;
  const { latest, everGranted } = (yield* readHistories(db, [consentId])).get(consentId) ?? {};
  if (latest && everGranted && !isErasure(latest)) {
    const { revision, language, textHash } = latest;
    const decidedAt = Math.max(at, latest.decidedAt);
    const withdrawal = { analytics: false, source: 'my-data', decidedAt, recordedAt: at } as const;
    const text = { revision, language, textHash };
    yield* recordDecisions(db, [{ id, consentId, gpc, ...text, ...withdrawal }]);
  }
  // An operator's request: what PostHog has may no longer be here.
  if (search?.withoutGrant) yield* queueNotices(db, notices);
}

/** Records that some events of a person were erased, in the transaction that erases them. */
export function* noteErased(
  db: Db,
  { at, events, notices }: { at: number; events: number; notices: readonly NewNotice[] },
): Op<void> {
  yield* recordAudit(db, { at, kind: 'erase', counts: { events } });
  yield* queueNotices(db, notices);
}
