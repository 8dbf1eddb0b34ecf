import Sqlite, { type Database } from 'better-sqlite3';
import { getTableConfig, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { UnusableDatabaseError } from '../../store/database-version.ts';
import {
  appliedTo,
  isEmpty,
  isUpToDate,
  replayMigrations,
} from '../../store/sqlite/connection/migrate.ts';
import { tables } from '../../store/sqlite/connection/schema.ts';
import { createDb, finish } from '../../store/sqlite/connection/sql.ts';
import { compareObjects, type SchemaFindings, type SchemaObject } from '../schema-findings.ts';
import { countRows } from '../upkeep.sql.ts';

export interface Verification {
  /** Null for a database of an older version, which is migrated when a server starts with it. */
  counts: Record<string, number> | null;
  /** Whether SQLite finds the file intact, apart from the rules and references between rows. */
  isSound: boolean;
  /** Whether it has no table, trigger, view or index of another program. Otherwise nothing else is looked at. */
  isOurs: boolean;
  /** What is broken, one line each, without personal data. */
  problems: string[];
}

/** More findings would not help. */
const MAX_INTEGRITY_LINES = 20;

/**
 * Checks one state of a database, beside a server that writes: that the file is intact, and that its content is what
 * this program writes.
 *
 * @throws SqliteError for a file that is no database, UnusableDatabaseError, NewerDatabaseError
 */
export function verifyDatabase(file: string): Verification {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    db.exec('BEGIN');
    if (isEmpty(db)) throw new UnusableDatabaseError('it is empty');
    const encoding = db.pragma('encoding', { simple: true });
    if (encoding !== 'UTF-8')
      throw new UnusableDatabaseError(`its encoding is ${encoding}; expected UTF-8`);
    const isCurrent = isUpToDate(db);
    const { foreign, missing } = compareSchema(db);
    const isOurs = foreign.length === 0;
    if (!isOurs) return { counts: null, isSound: true, isOurs, problems: foreign };
    const faults = checkFile(db);
    const isSound = faults.length === 0;
    const found = [...faults, ...checkReferences(db), ...missing];
    const count = () => ({ ...finish(countRows(createDb(db))) });
    return {
      counts: isCurrent ? orIfBroken<Record<string, number>>(count, () => ({})) : null,
      isSound,
      isOurs,
      problems: [...found, ...invariants().flatMap((rule) => checkInvariant(db, rule, isCurrent))],
    };
  } finally {
    db.close();
  }
}

function checkFile(db: Database): string[] {
  const lines = db.pragma(`integrity_check(${MAX_INTEGRITY_LINES})`) as {
    integrity_check: string;
  }[];
  return lines.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
}

function checkReferences(db: Database): string[] {
  const orphans = db.pragma('foreign_key_check') as { table: string }[];
  return orphans
    .slice(0, 1)
    .map(({ table }) => `${orphans.length} rows refer to one that is gone, in ${table}`);
}

/** An older version may lack what a rule is about. Its next start applies the others, so a row must not break them. */
function checkInvariant(db: Database, { broken, from }: Invariant, isCurrent: boolean): string[] {
  const look = () => {
    const count = db.prepare(`SELECT count(*) FROM ${from}`).pluck().get();
    return count === 0 ? [] : [`${count} ${broken}`];
  };
  return orIfBroken(look, (why) =>
    isCurrent ? [`${broken}: this cannot be checked: ${why}`] : [],
  );
}

/** Calls `look`. A missing table or a broken file must not prevent the other checks. */
function orIfBroken<T>(look: () => T, otherwise: (why: string) => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return otherwise(error.message);
    throw error;
  }
}

/** A rule that every row written by this program keeps. */
export interface Invariant {
  /** What to call the broken rows in a message. */
  broken: string;
  from: string;
}

/** What no check of a table can say, or an insert would pay for. */
const OF_SEVERAL: readonly Invariant[] = [
  {
    broken: 'events whose properties are not a JSON object',
    from: "events WHERE CASE WHEN json_valid(properties) THEN json_type(properties) <> 'object' ELSE 1 END",
  },
  {
    broken: 'delivery cursors after the last event, which would skip new events',
    from: "relay_state WHERE last_seq > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)",
  },
  {
    // A withdrawal is stored whatever text it names.
    broken: 'grants to a text that is not on record',
    from: 'consents WHERE analytics = 1 AND revision NOT IN (SELECT revision FROM consent_texts)',
  },
  {
    broken: 'open passes of retention, while which proof of consent can be deleted',
    from: 'retention_pass',
  },
];

/** Those, and the checks of the tables: SQLite's own look at a file leaves these out where it may only read. */
export function invariants(): Invariant[] {
  const dialect = new SQLiteSyncDialect();
  const ofTables = Object.values(tables).flatMap((table) => {
    const { name, checks } = getTableConfig(table);
    return checks.map(({ value }) => {
      const rule = dialect.sqlToQuery(value).sql;
      return { broken: `rows of ${name} that break ${rule}`, from: `${name} WHERE NOT (${rule})` };
    });
  });
  return [...ofTables, ...OF_SEVERAL];
}

function compareSchema(db: Database): SchemaFindings {
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
    .filter((object) => !isStatistics(object) && !LITESTREAM.includes(object.definition));

/** The tables in which SQLite keeps statistics for its planner: `ANALYZE` makes them. */
const isStatistics = ({ type, name }: SchemaObject) =>
  type === 'table' && /^sqlite_stat[134]$/.test(name);

/** The tables that Litestream makes in each database that it copies, with nothing of anybody; a backup has them, too. */
const LITESTREAM = [
  '_litestream_seq: CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
  '_litestream_lock: CREATE TABLE _litestream_lock (id INTEGER)',
];
