import { fileURLToPath } from 'node:url';
import Sqlite, { type Database } from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { explainFailure, refuseOthers, UnusableDatabaseError } from '../../database-version.ts';

/** Beside this module. The build copies the folder to the bundle's. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
export const readMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder });

/** Says in the header of a file that it is of this program: `Dubk`. */
const APPLICATION_ID = 0x4475626b;
const JOURNAL =
  'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)';

/**
 * Migrates the tables to this version, each migration in its own transaction. A process that dies during one leaves the
 * database as it was before it, and the next start continues there. drizzle-orm's own migrator reads what is applied
 * before it locks, so two processes could apply the same migration. Its table of applied migrations is kept, without those that
 * the baseline replaced.
 *
 * @throws NewerDatabaseError, UnusableDatabaseError, and SqliteError when a migration fails: it has then changed nothing
 */
export function migrate(db: Database): void {
  const migrations = readMigrations();
  isUpToDate(db);
  if (idOf(db) !== APPLICATION_ID) db.pragma(`application_id = ${APPLICATION_ID}`);
  // Rebuilding a table drops it for a moment. This setting cannot be changed inside a transaction.
  db.pragma('foreign_keys = OFF');
  db.exec(JOURNAL);
  for (const migration of pendingIn(db, migrations)) apply(db, migration);
  db.prepare('DELETE FROM __drizzle_migrations WHERE created_at < ?').run(
    migrations[0]?.folderMillis,
  );
  db.pragma('foreign_keys = ON');
}

/**
 * Returns whether all migrations are applied.
 *
 * @throws NewerDatabaseError, UnusableDatabaseError, and SqliteError for a file that is no database
 */
export function isUpToDate(db: Database): boolean {
  const migrations = readMigrations();
  if (isEmpty(db)) return false;
  refuseOthers(appliedTo(db), migrations);
  return pendingIn(db, migrations).length === 0;
}

/**
 * Returns whether a file has no tables.
 *
 * @throws UnusableDatabaseError when it has those of another program
 */
export function isEmpty(db: Database): boolean {
  const applied = appliedTo(db);
  const objects = db.prepare("SELECT name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*'");
  const names = objects
    .pluck()
    .all()
    .filter((name) => name !== '__drizzle_migrations');
  if (names.length === 0 && applied.size === 0 && [0, APPLICATION_ID].includes(idOf(db)))
    return true;
  // Earlier versions did not set the id.
  const isEarlier = idOf(db) === 0 && applied.size > 0 && names.includes('notifyme_signups');
  if (idOf(db) === APPLICATION_ID || isEarlier) return false;
  throw new UnusableDatabaseError('it is a database of another program');
}

const idOf = (db: Database) => Number(db.pragma('application_id', { simple: true }));

/** Migrates a database in memory, and calls back after each migration, with its time. */
export function replayMigrations(visit: (db: Database, time: number) => void): void {
  const db = new Sqlite(':memory:');
  try {
    db.exec(JOURNAL);
    for (const { sql, folderMillis } of readMigrations()) {
      for (const statement of sql) db.exec(statement);
      visit(db, folderMillis);
    }
  } finally {
    db.close();
  }
}

function pendingIn(db: Database, migrations: readonly MigrationMeta[]) {
  const applied = appliedTo(db);
  return migrations.filter(({ folderMillis }) => !applied.has(folderMillis));
}

function apply(db: Database, { sql, hash, folderMillis }: MigrationMeta) {
  const migrateOnce = db.transaction(() => {
    // Another process may have applied it first.
    if (appliedTo(db).has(folderMillis)) return;
    for (const statement of sql) execute(db, statement);
    db.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run(
      hash,
      folderMillis,
    );
    const orphans = db.pragma('foreign_key_check') as unknown[];
    if (orphans.length > 0) throw new Error(`a migration leaves ${orphans.length} orphaned rows`);
  });
  migrateOnce.immediate();
}

function execute(db: Database, statement: string) {
  try {
    db.exec(statement);
  } catch (error) {
    throw explainFailure(statement, error);
  }
}

/** Returns the times of the applied migrations; each migration is identified by its time. */
export function appliedTo(db: Database): Set<number> {
  const journal =
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'";
  if (db.prepare(journal).get() === undefined) return new Set();
  const times = db.prepare('SELECT created_at FROM __drizzle_migrations').pluck().all();
  return new Set(times.map(Number));
}
