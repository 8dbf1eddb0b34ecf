import Sqlite, { type Database } from 'better-sqlite3';

/**
 * Moves what the write-ahead log holds into the file and empties the log, where what was erased can still be read.
 * Answers whether it is empty: it is not while another connection reads an older state.
 */
export function checkpoint(db: Database): boolean {
  try {
    const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return row?.busy === 0;
  } catch (error) {
    // What was committed stays so: a disk that fails here shows itself at the next write.
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}
