import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { refuseNewer } from '../../database-version.ts';

/** Beside this module; the build copies the folder beside the bundle. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the tables up to date, each migration in a transaction of its own: a process that dies in one leaves the
 * database as it was before it, and the next start goes on there. drizzle-orm's own migrator reads what is applied
 * before it locks, so two processes could apply the same one; its table, which says what is applied, is kept.
 *
 * @throws NewerDatabaseError, and SqliteError when a migration fails: it has then changed nothing
 */
export function migrate(db: Database): void {
  const migrations = readMigrationFiles({ migrationsFolder });
  // A table that is rebuilt is dropped for a moment; inside a transaction this cannot be switched.
  db.pragma('foreign_keys = OFF');
  db.exec(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  refuseNewer(appliedTo(db), migrations);
  for (const migration of pendingIn(db, migrations)) apply(db, migration);
  db.pragma('foreign_keys = ON');
}

/** Whether nothing is left to migrate. @throws NewerDatabaseError, and SqliteError for a file that is no database */
export function isUpToDate(db: Database): boolean {
  const migrations = readMigrationFiles({ migrationsFolder });
  const hasAny = db
    .prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
    .get();
  if (!hasAny) return false;
  refuseNewer(appliedTo(db), migrations);
  return pendingIn(db, migrations).length === 0;
}

function pendingIn(db: Database, migrations: readonly MigrationMeta[]) {
  const applied = appliedTo(db);
  return migrations.filter(({ folderMillis }) => !applied.has(folderMillis));
}

function apply(db: Database, { sql, hash, folderMillis }: MigrationMeta) {
  const migrateOnce = db.transaction(() => {
    // Another process may have been faster.
    if (appliedTo(db).has(folderMillis)) return;
    for (const statement of sql) db.exec(statement);
    db.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run(
      hash,
      folderMillis,
    );
    const orphans = db.pragma('foreign_key_check') as unknown[];
    if (orphans.length > 0) throw new Error(`a migration leaves ${orphans.length} orphaned rows`);
  });
  migrateOnce.immediate();
}

/** The times that the applied migrations bear: each is known by its own. */
function appliedTo(db: Database): Set<number> {
  const times = db.prepare('SELECT created_at FROM __drizzle_migrations').pluck().all();
  return new Set(times.map(Number));
}
