import type { Database } from 'better-sqlite3';

/**
 * Writes page 1 of the file through the write-ahead log, with the value that it already has. Runs inside a transaction.
 */
export function probe(db: Database): void {
  const version = db.pragma('user_version', { simple: true });
  db.pragma(`user_version = ${Number(version)}`);
}
