import type { ConsentRecord, ErasureRequest, PersonRecord, PersonSearch } from '../store.ts';
import { recordAudit } from './audit.ts';
import { recordDecisions } from './decisions.ts';
import type { EventGate } from './event-gate.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from './event-row.ts';
import type { SitePool } from './pool.ts';
import { ask, inTransaction, type Transaction } from './transaction.ts';

const CONSENTS = `SELECT revision, analytics, source, language, text_hash AS "textHash", gpc,
    decided_at AS "decidedAt", recorded_at AS "recordedAt"
  FROM consents WHERE consent_id = $1 ORDER BY coalesce(decided_at, recorded_at), seq`;

/** An index leads to the events of a person: there is no progress to speak of. */
export function createPersons(pool: SitePool, gate: EventGate) {
  return {
    async read(
      consentId: string,
      maxEvents: number,
      { withoutGrant = false, onProgress }: PersonSearch = {},
    ): Promise<PersonRecord> {
      const consents = await ask<ConsentRecord>(pool, CONSENTS, [consentId]);
      if (consents.length === 0 && !withoutGrant) return { consents, events: [], moreEvents: 0 };
      const [rows, all] = await Promise.all([
        ask<EventRow>(
          pool,
          `SELECT ${EVENT_COLUMNS} FROM events WHERE consent_id = $1 ORDER BY seq LIMIT $2`,
          [consentId, Number.isFinite(maxEvents) ? maxEvents : null],
        ),
        ask<{ events: number }>(
          pool,
          'SELECT count(*) AS events FROM events WHERE consent_id = $1',
          [consentId],
        ),
      ]);
      onProgress?.(1, 1);
      const moreEvents = Math.max(0, (all[0]?.events ?? 0) - rows.length);
      return { consents, events: rows.map(toStoredEvent), moreEvents };
    },

    async erase(request: ErasureRequest): Promise<number> {
      const erased = await inTransaction(pool, (tx) => erase(tx, gate, request));
      request.search?.onProgress?.(1, 1);
      return erased;
    },
  };
}

async function erase(tx: Transaction, gate: EventGate, request: ErasureRequest): Promise<number> {
  const { consentId, at, search } = request;
  // Events that another process has checked already are there now; the next ones find the withdrawal.
  await gate.close(tx);
  await gate.lockPersons(tx, [consentId]);
  const { rows: consents } = await tx.query<ConsentRecord>(CONSENTS, [consentId]);
  const latest = consents.at(-1);
  const everGranted = consents.some(({ analytics }) => analytics);
  if (!everGranted && !search?.withoutGrant) return 0;
  if (everGranted && latest) await recordWithdrawal(tx, request, latest);
  const erased = await tx.query('DELETE FROM events WHERE consent_id = $1', [consentId]);
  const events = erased.rowCount ?? 0;
  if (events > 0) await recordAudit(tx, { at, kind: 'erase', counts: { events } });
  return events;
}

async function recordWithdrawal(
  tx: Transaction,
  { id, consentId, gpc, at }: ErasureRequest,
  { revision, language, textHash, decidedAt, recordedAt }: ConsentRecord,
) {
  await recordDecisions(tx, [
    {
      id,
      consentId,
      revision,
      language,
      textHash,
      gpc,
      analytics: false,
      source: 'my-data',
      decidedAt: Math.max(at, decidedAt ?? recordedAt),
      recordedAt: at,
    },
  ]);
}
