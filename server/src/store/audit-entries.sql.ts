import type { Db, Op } from './sql/operation.ts';
import { sql } from './sql/statement.ts';
import type { AuditEntry } from './store.ts';

const INSERT = sql(
  'INSERT INTO audit (at, kind, counts) VALUES ({at:time}, {kind:text}, {counts:json})',
);
const SELECT = sql('SELECT at, kind, counts FROM audit ORDER BY id').rows<AuditEntry>({
  counts: 'json',
});

export function* recordAudit(db: Db, entry: AuditEntry): Op<void> {
  yield* db.run(INSERT, entry);
}

export const readAudit = (db: Db): Op<AuditEntry[]> => db.all(SELECT, {});
