import { isErasure } from '../consent-rule.ts';
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

/** So many events are erased in a transaction, which takes well below the time that the server gives a statement. */
const MAX_ROWS = 2_000;

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
      const { consentId, at, search } = request;
      if (!(await inTransaction(pool, (tx) => withdraw(tx, gate, request)))) return 0;
      let erased = 0;
      for (let rows = MAX_ROWS; rows === MAX_ROWS; erased += rows) {
        rows = await inTransaction(pool, (tx) => eraseSome(tx, consentId, at));
      }
      search?.onProgress?.(1, 1);
      return erased;
    },
  };
}

/** From its commit on no event of the person is taken; answers whether there may be any to erase. */
async function withdraw(tx: Transaction, gate: EventGate, request: ErasureRequest) {
  const { consentId, search } = request;
  // Events that another process has checked already are there now; the next ones find the withdrawal.
  await gate.close(tx);
  await gate.lockPersons(tx, [consentId]);
  const { rows: consents } = await tx.query<ConsentRecord>(CONSENTS, [consentId]);
  const latest = consents.at(-1);
  const everGranted = consents.some(({ analytics }) => analytics);
  if (everGranted && latest && !isErasure(latest)) await recordWithdrawal(tx, request, latest);
  return everGranted || search?.withoutGrant === true;
}

/** Outside of the gate, which the others wait for. What another erasure has locked is waited for, and not counted. */
async function eraseSome(tx: Transaction, consentId: string, at: number): Promise<number> {
  const erased = await tx.query(
    `DELETE FROM events WHERE seq = ANY(ARRAY(
       SELECT seq FROM events WHERE consent_id = $1 LIMIT ${MAX_ROWS} FOR UPDATE))`,
    [consentId],
  );
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
