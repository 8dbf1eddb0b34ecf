import Sqlite, { type Database } from 'better-sqlite3';
import { UnusableDatabaseError } from '../../store/database-version.ts';
import { isEmpty, isUpToDate } from '../../store/sqlite/connection/migrate.ts';
import { createDb, finish } from '../../store/sqlite/connection/sql.ts';
import { countRows } from '../row-counts.sql.ts';
import { type Invariant, invariants, rowsToCome } from './invariants.ts';
import { compareSchema } from './schema-objects.ts';

export interface Verification {
  /** Null for a database of an older version, which is migrated when a server starts with it. */
  counts: Record<string, number> | null;
  /** Whether SQLite finds the file intact, apart from the rules and references between rows. */
  isSound: boolean;
  /** Whether it has no table, trigger, view or index of another program. Otherwise nothing else is looked at. */
  isOurs: boolean;
  /** What is broken, one line each, without personal data. */
  problems: string[];
  /** What is odd and not broken, in the same way. */
  remarks: string[];
}

/** More findings would not help. */
const MAX_INTEGRITY_LINES = 20;

/**
 * Checks one state of a database, beside a server that writes: that the file is intact, and that its content is what
 * this program writes.
 *
 * @param now milliseconds since 1970 UTC
 * @throws SqliteError for a file that is no database, UnusableDatabaseError, NewerDatabaseError
 */
export function verifyDatabase(file: string, now: number): Verification {
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
    if (!isOurs) return { counts: null, isSound: true, isOurs, problems: foreign, remarks: [] };
    const faults = checkFile(db);
    const isSound = faults.length === 0;
    const found = [...faults, ...checkReferences(db), ...missing];
    if (!isCurrent) return { counts: null, isSound, isOurs, problems: found, remarks: [] };
    return {
      counts: orIfBroken<Record<string, number>>(
        () => ({ ...finish(countRows(createDb(db))) }),
        () => ({}),
      ),
      isSound,
      isOurs,
      problems: [...found, ...invariants().flatMap((rule) => checkInvariant(db, rule))],
      remarks: findRowsToCome(db, now),
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

function checkInvariant(db: Database, { broken, from }: Invariant): string[] {
  const look = () => {
    const count = db.prepare(`SELECT count(*) FROM ${from}`).pluck().get();
    return count === 0 ? [] : [`${count} ${broken}`];
  };
  return orIfBroken(look, (why) => [`${broken}: this cannot be checked: ${why}`]);
}

function findRowsToCome(db: Database, now: number): string[] {
  const found = orIfBroken(
    () => db.prepare<[], { name: string; count: number }>(rowsToCome(now)).all(),
    () => [],
  );
  if (found.length === 0) return [];
  const tables = found.map(({ name, count }) => `${count} in ${name}`).join(', ');
  return [`rows dated in the future, by a clock that was ahead: ${tables}`];
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
