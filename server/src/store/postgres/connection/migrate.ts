import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseError, type Pool } from 'pg';
import { explainFailure, refuseOthers, UnusableDatabaseError } from '../../database-version.ts';
import { asUnavailable, openPool } from './pool.ts';
import { repairSequences } from './sequences.ts';
import { ask, inTransaction, type Transaction } from './transaction.ts';

/** Beside this module. The build copies the folder to the bundle's. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
export const readMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder });

export const JOURNAL =
  'CREATE TABLE IF NOT EXISTS __drizzle_migrations (created_at bigint PRIMARY KEY, hash text NOT NULL)';

/**
 * Migrates the tables to this version, each migration in its own transaction, and repairs what a restore of single tables
 * left. When several processes start together, one migrates and the others wait.
 *
 * @throws NewerDatabaseError, UnusableDatabaseError, StoreUnavailableError, and DatabaseError when a migration fails: it has then changed
 *   nothing
 */
export async function migrate(url: string): Promise<void> {
  const migrations = readMigrations();
  const pool = openPool(url, { maxConnections: 1, queryTimeoutMs: 0 });
  try {
    await requireUtf8(pool);
    await createJournal(pool);
    const applied = await appliedTo(pool);
    refuseOthers(applied, migrations);
    for (const migration of migrations) {
      if (!applied.has(migration.folderMillis)) {
        await inTransaction(pool, (tx) => apply(tx, migration));
      }
    }
    await ask(pool, 'DELETE FROM __drizzle_migrations WHERE created_at < $1', [
      migrations[0]?.folderMillis,
    ]);
    await repairSequences(pool);
  } finally {
    await pool.end();
  }
}

export const isUpToDate = async (pool: Pool) => (await tablesOf(pool)) === 'ready';

/**
 * Returns whether all migrations are applied (`ready`), only some (`older`) or none (`absent`).
 *
 * @throws NewerDatabaseError, UnusableDatabaseError, StoreUnavailableError
 */
export async function tablesOf(pool: Pool): Promise<'ready' | 'older' | 'absent'> {
  const migrations = readMigrations();
  await requireUtf8(pool);
  const [journal] = await ask<{ name: string | null }>(
    pool,
    `SELECT to_regclass('__drizzle_migrations')::text AS name`,
  );
  if (journal?.name == null) return 'absent';
  const applied = await appliedTo(pool);
  refuseOthers(applied, migrations);
  if (migrations.every(({ folderMillis }) => applied.has(folderMillis))) return 'ready';
  return applied.size === 0 ? 'absent' : 'older';
}

/** Makes all tables, in the schema of a transaction. */
export async function replayMigrations(tx: Transaction): Promise<void> {
  await tx.query(JOURNAL);
  for (const { sql } of readMigrations()) {
    for (const statement of sql) await tx.query(statement);
  }
}

/** In another encoding, the first text with a letter that it lacks would fail. SQL_ASCII checks nothing. */
async function requireUtf8(pool: Pool): Promise<void> {
  const [row] = await ask<{ server_encoding: string }>(pool, 'SHOW server_encoding');
  if (row === undefined || row.server_encoding === 'UTF8') return;
  throw new UnusableDatabaseError(
    `its encoding is ${row.server_encoding}, and UTF8 is needed (CREATE DATABASE site ENCODING 'UTF8' TEMPLATE template0)`,
  );
}

/** Two processes that create the table at the same moment can still fail, although the statement says IF NOT EXISTS. */
async function createJournal(pool: Pool, attempt = 1): Promise<void> {
  try {
    await pool.query(JOURNAL);
  } catch (error) {
    const raced = error instanceof DatabaseError && /^(23505|42P07|42710)$/.test(error.code ?? '');
    if (!raced || attempt > 3) throw asUnavailable(error);
    await createJournal(pool, attempt + 1);
  }
}

/** Inserts the row for the migration first: another process that wants to apply it then waits for this transaction. */
async function apply(tx: Transaction, { sql, hash, folderMillis }: MigrationMeta) {
  await tx.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  const { rowCount } = await tx.query(
    'INSERT INTO __drizzle_migrations (created_at, hash) VALUES ($1, $2) ON CONFLICT (created_at) DO NOTHING',
    [folderMillis, hash],
  );
  if (rowCount === 0) return;
  for (const statement of sql) {
    await tx.query(statement).catch((error: unknown) => {
      throw explainFailure(statement, error);
    });
  }
}

async function appliedTo(pool: Pool): Promise<Set<number>> {
  const rows = await ask<{ time: number }>(
    pool,
    'SELECT created_at AS time FROM __drizzle_migrations',
  );
  return new Set(rows.map(({ time }) => time));
}
