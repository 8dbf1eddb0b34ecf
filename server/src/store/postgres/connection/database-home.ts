import type { Engine } from '../../sql/operation.ts';
import { sql } from '../../sql/statement.ts';

// A standby that took over is on another timeline, and may lack the last writes.
const SELECT = sql(`
  SELECT concat_ws('-', system_identifier, timeline_id, pg_database.oid, 'mailings'::regclass::oid) AS home
  FROM pg_control_system(), pg_control_checkpoint(), pg_database WHERE datname = current_database()`).rows<{
  home: string;
}>();
/** For servers that let nobody read their control file. */
const SELECT_LESS = sql(`
  SELECT concat_ws('-', substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), oid, 'mailings'::regclass::oid) AS home
  FROM pg_database WHERE datname = current_database()`).rows<{ home: string }>();
const NOT_ALLOWED = '42501';

/** Returns a function that says what tells this database from a copy of it. */
export function createHome({ reads }: Engine): () => Promise<string> {
  const read = (statement: typeof SELECT) =>
    reads(function* (db) {
      return (yield* db.get(statement, {}))?.home ?? '';
    });
  const [all, less] = [read(SELECT), read(SELECT_LESS)];
  return () =>
    all().catch((error: { code?: string }) => {
      if (error.code === NOT_ALLOWED) return less();
      throw error;
    });
}
