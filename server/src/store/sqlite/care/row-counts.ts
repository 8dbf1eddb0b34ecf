import type { Database } from 'better-sqlite3';
import type { RowCounts } from '../../store.ts';

export function countRows(db: Database): RowCounts {
  const count = (table: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  return {
    signups: count('notifyme_signups'),
    consents: count('consents'),
    events: count('events'),
  };
}
