import type { Pool } from 'pg';
import type { AuditEntry } from '../../store.ts';
import { toTimestamp } from '../connection/column-types.ts';
import { ask, type Transaction } from '../connection/transaction.ts';

export async function recordAudit(
  tx: Transaction,
  { at, kind, counts }: AuditEntry,
): Promise<void> {
  await tx.query('INSERT INTO audit (at, kind, counts) VALUES ($1, $2, $3)', [
    toTimestamp(at),
    kind,
    JSON.stringify(counts),
  ]);
}

export const readAudit = (pool: Pool): Promise<AuditEntry[]> =>
  ask(pool, 'SELECT at, kind, counts FROM audit ORDER BY id');
