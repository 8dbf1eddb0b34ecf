import Sqlite, { type Database } from 'better-sqlite3';

/**
 * Copies the write-ahead log into the file and empties the log, in which erased data can still be read. Returns whether
 * the log is empty: it is not while another connection reads an older state.
 */
export function checkpoint(db: Database): boolean {
  try {
    const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return row?.busy === 0;
  } catch (error) {
    // Committed data is safe. A failing disk shows itself at the next write.
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}
