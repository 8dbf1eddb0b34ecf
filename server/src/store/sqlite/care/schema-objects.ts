import type { Database } from 'better-sqlite3';
import { replayMigrations } from '../connection/migrate.ts';

interface SchemaObject {
  type: string;
  name: string;
  table: string;
  sql: string;
}

/** The tables, indexes, triggers and views of a file, compared with those that the migrations make. One line each. */
export interface SchemaFindings {
  /** What no version of this program made. A trigger would run. */
  foreign: string[];
  /** What this version has and the file lacks. */
  missing: string[];
}

/** More findings would not help, and strangers may have chosen the names. */
const MAX_NAMED = 5;
const MAX_NAME = 60;

export function compareSchema(db: Database): SchemaFindings {
  const here = objectsOf(db);
  const known = new Set<string>();
  let latest: SchemaObject[] = [];
  replayMigrations((migrated) => {
    latest = objectsOf(migrated);
    for (const object of latest) known.add(keyOf(object));
  });
  const names = new Set(here.map(nameOf));
  return {
    foreign: describe(
      'foreign',
      here.filter((object) => !known.has(keyOf(object))),
    ),
    missing: describe(
      'missing',
      latest.filter((object) => !names.has(nameOf(object))),
    ),
  };
}

const objectsOf = (db: Database): SchemaObject[] =>
  db
    .prepare<[], SchemaObject>(
      `SELECT type, name, tbl_name AS "table", coalesce(sql, '') AS sql FROM sqlite_master ORDER BY type, name`,
    )
    .all()
    .filter((object) => !isStatistics(object));

/** The tables in which SQLite keeps statistics for its planner: `ANALYZE` makes them. */
const isStatistics = ({ type, name }: SchemaObject) =>
  type === 'table' && /^sqlite_stat[134]$/.test(name);

const nameOf = ({ type, name }: SchemaObject) => `${type} ${name}`;
const keyOf = ({ type, name, table, sql }: SchemaObject) =>
  JSON.stringify([type, name, table, sql.replace(/\s+/g, ' ')]);

/** Says how many there are of each type, and names the first: `1 foreign triggers: spy`. */
function describe(what: 'foreign' | 'missing', objects: readonly SchemaObject[]): string[] {
  const types = new Set(objects.map(({ type }) => type));
  return [...types].map((type) => {
    const names = objects.filter((object) => object.type === type).map(({ name }) => name);
    const some = names.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME));
    const more = names.length > MAX_NAMED ? ', …' : '';
    return `${names.length} ${what} ${type === 'index' ? 'indexes' : `${type}s`}: ${some.join(', ')}${more}`;
  });
}
