import type { Database } from 'better-sqlite3';
import { appliedTo, replayMigrations } from '../../store/sqlite/connection/migrate.ts';
import { compareObjects, type SchemaFindings, type SchemaObject } from '../schema-findings.ts';

export function compareSchema(db: Database): SchemaFindings {
  const applied = appliedTo(db);
  let own: SchemaObject[] = [];
  replayMigrations((migrated, time) => {
    if (applied.has(time)) own = objectsOf(migrated);
  });
  return compareObjects(objectsOf(db), own);
}

const objectsOf = (db: Database): SchemaObject[] =>
  db
    .prepare<[], SchemaObject>(
      `SELECT type, name, tbl_name || ': ' || coalesce(sql, '') AS definition FROM sqlite_master ORDER BY type, name`,
    )
    .all()
    .filter((object) => !isStatistics(object));

/** The tables in which SQLite keeps statistics for its planner: `ANALYZE` makes them. */
const isStatistics = ({ type, name }: SchemaObject) =>
  type === 'table' && /^sqlite_stat[134]$/.test(name);
