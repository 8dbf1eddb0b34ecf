import type { Database } from 'better-sqlite3';
import type { AuditEntry } from '../../store.ts';

/** Appends an entry; runs inside a transaction. */
export function prepareAudit(db: Database) {
  const append = db.prepare<[number, string, string]>(
    'INSERT INTO audit (at, kind, counts) VALUES (?, ?, ?)',
  );
  return ({ at, kind, counts }: AuditEntry): void => {
    append.run(at, kind, JSON.stringify(counts));
  };
}

export function readAudit(db: Database): AuditEntry[] {
  const rows = db
    .prepare<[], Omit<AuditEntry, 'counts'> & { counts: string }>(
      'SELECT at, kind, counts FROM audit ORDER BY id',
    )
    .all();
  return rows.map((row) => ({ ...row, counts: JSON.parse(row.counts) as AuditEntry['counts'] }));
}
