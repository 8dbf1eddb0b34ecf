import type { Db, Op } from './sql/operation.ts';
import { sql } from './sql/statement.ts';
import type { RowCounts } from './store.ts';

/** What was done with people's data. It does not say whose, so it is kept after their data is deleted. */
export interface AuditEntry {
  at: number;
  kind: 'erase' | 'export' | 'retention' | 'restrict' | 'lift' | 'decline' | 'block' | 'unblock';
  counts: Partial<RowCounts>;
}

const INSERT = sql(
  'INSERT INTO audit (at, kind, counts) VALUES ({at:time}, {kind:text}, {counts:json})',
);
const SELECT = sql('SELECT at, kind, counts FROM audit ORDER BY id').rows<AuditEntry>({
  counts: 'json',
});

export function* recordAudit(db: Db, entry: AuditEntry): Op<void> {
  yield* db.run(INSERT, entry);
}

/** Returns the whole audit, oldest first. */
export const readAudit = (db: Db): Op<AuditEntry[]> => db.all(SELECT, {});
