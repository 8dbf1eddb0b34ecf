import type { Database } from 'better-sqlite3';
import { compareObjects, type SchemaFindings, type SchemaObject } from '../../schema-findings.ts';
import { replayMigrations } from '../connection/migrate.ts';

export function compareSchema(db: Database): SchemaFindings {
  const known: SchemaObject[] = [];
  let latest: SchemaObject[] = [];
  replayMigrations((migrated) => {
    latest = objectsOf(migrated);
    known.push(...latest);
  });
  return compareObjects(objectsOf(db), known, latest);
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
