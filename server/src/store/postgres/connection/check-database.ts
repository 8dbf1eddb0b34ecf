import { tablesOf } from './migrate.ts';
import { asUnavailable, openPool } from './pool.ts';
import { probe } from './probe.ts';

export interface PostgresFindings {
  /** The server could create them if they are `absent`, and migrate `older` ones. */
  tables: 'ready' | 'older' | 'absent';
  /** With this setting the server acknowledges commits that are not on disk. */
  losesCommits: 'fsync' | 'synchronous_commit' | null;
}

/**
 * Checks whether a server could write to this database, without changing it: a server may be running.
 *
 * @throws NewerDatabaseError, StoreUnavailableError or a DatabaseError that says why not
 */
export async function checkPostgres(url: string): Promise<PostgresFindings> {
  const pool = openPool(url, { maxConnections: 1 });
  try {
    const tables = await tablesOf(pool);
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      if (tables === 'ready') await probe(client);
      else await client.query('CREATE TABLE doctor_probe (id integer)');
    } finally {
      await client.query('ROLLBACK').catch(() => {});
      client.release();
    }
    const { rows } = await pool.query<{ fsync: string; commit: string }>(
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
    );
    const off = rows[0]?.fsync === 'off' ? 'fsync' : 'synchronous_commit';
    return {
      tables,
      losesCommits: rows[0]?.fsync === 'off' || rows[0]?.commit === 'off' ? off : null,
    };
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    await pool.end();
  }
}
