import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { refuseNewer } from '../../database-version.ts';

/** Beside this module. The build copies the folder to the bundle's. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Migrates the tables to this version, each migration in its own transaction. A process that dies during one leaves the
 * database as it was before it, and the next start continues there. drizzle-orm's own migrator reads what is applied
 * before it locks, so two processes could apply the same migration. Its table of applied migrations is kept.
 *
 * @throws NewerDatabaseError, and SqliteError when a migration fails: it has then changed nothing
 */
export function migrate(db: Database): void {
  const migrations = readMigrationFiles({ migrationsFolder });
  // Rebuilding a table drops it for a moment. This setting cannot be changed inside a transaction.
  db.pragma('foreign_keys = OFF');
  db.exec(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  refuseNewer(appliedTo(db), migrations);
  for (const migration of pendingIn(db, migrations)) apply(db, migration);
  db.pragma('foreign_keys = ON');
}

/**
 * Returns whether all migrations are applied.
 *
 * @throws NewerDatabaseError, and SqliteError for a file that is no database
 */
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
    // Another process may have applied it first.
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

/** Returns the times of the applied migrations; each migration is identified by its time. */
function appliedTo(db: Database): Set<number> {
  const times = db.prepare('SELECT created_at FROM __drizzle_migrations').pluck().all();
  return new Set(times.map(Number));
}
