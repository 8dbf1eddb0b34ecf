import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseError, type Pool } from 'pg';
import { refuseNewer } from '../../database-version.ts';
import { asUnavailable, openPool } from './pool.ts';
import { ask, inTransaction, type Transaction } from './transaction.ts';

/** Beside this module; the build copies the folder beside the bundle. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the tables up to date, each migration in a transaction of its own. Of processes that start together one does
 * it while the others wait.
 *
 * @throws NewerDatabaseError, StoreUnavailableError, and DatabaseError when a migration fails: it has then changed nothing
 */
export async function migrate(url: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const pool = openPool(url, { maxConnections: 1, queryTimeoutMs: 0 });
  try {
    await createJournal(pool);
    const applied = await appliedTo(pool);
    refuseNewer(applied, migrations);
    for (const migration of migrations) {
      if (!applied.has(migration.folderMillis)) {
        await inTransaction(pool, (tx) => apply(tx, migration));
      }
    }
  } finally {
    await pool.end();
  }
}

/** Whether nothing is left to migrate. @throws NewerDatabaseError, StoreUnavailableError */
export async function isUpToDate(pool: Pool): Promise<boolean> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const [journal] = await ask<{ name: string | null }>(
    pool,
    `SELECT to_regclass('__drizzle_migrations')::text AS name`,
  );
  if (journal?.name == null) return false;
  const applied = await appliedTo(pool);
  refuseNewer(applied, migrations);
  return migrations.every(({ folderMillis }) => applied.has(folderMillis));
}

/** Two processes that create it at the same moment can fail, although each asks whether it is there. */
async function createJournal(pool: Pool, attempt = 1): Promise<void> {
  try {
    await pool.query(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (created_at bigint PRIMARY KEY, hash text NOT NULL)',
    );
  } catch (error) {
    const raced = error instanceof DatabaseError && /^(23505|42P07|42710)$/.test(error.code ?? '');
    if (!raced || attempt > 3) throw asUnavailable(error);
    await createJournal(pool, attempt + 1);
  }
}

/** The row that says that it is applied comes first: who else wants to apply it waits for this transaction. */
async function apply(tx: Transaction, { sql, hash, folderMillis }: MigrationMeta) {
  await tx.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  const { rowCount } = await tx.query(
    'INSERT INTO __drizzle_migrations (created_at, hash) VALUES ($1, $2) ON CONFLICT (created_at) DO NOTHING',
    [folderMillis, hash],
  );
  if (rowCount === 0) return;
  for (const statement of sql) await tx.query(statement);
}

/** The times that the applied migrations bear. */
async function appliedTo(pool: Pool): Promise<Set<number>> {
  const rows = await ask<{ time: number }>(
    pool,
    'SELECT created_at AS time FROM __drizzle_migrations',
  );
  return new Set(rows.map(({ time }) => time));
}
