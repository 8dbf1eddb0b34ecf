import { Client } from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { columnTypes } from '../../store/postgres/connection/column-types.ts';
import { migrate } from '../../store/postgres/connection/migrate.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';

/** Returns whether there is a PostgreSQL to test with; `npm test` installs one where it can. */
export const hasPostgres = () =>
  process.env['TEST_POSTGRES_URL'] !== undefined || findPostgres() !== undefined;

/** Starts a server of this test's own, which it may stop and start. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const bin = findPostgres();
  if (!bin) throw new Error('there is no PostgreSQL: see scripts/steps/programs.ts');
  return startPostgres(bin);
}

const TEMPLATE = 'site_template';
/** Clean databases of this test file that no test is using at the moment. */
const free: string[] = [];
let urlOf: Promise<(database: string) => string> | undefined;
let lastDatabase = 0;

/** Returns the URL of a database for this test alone, with empty tables. */
export async function openPostgresDatabase(): Promise<string> {
  urlOf ??= findServer();
  const name = free.pop() ?? (await createDatabase());
  const url = (await urlOf)(name);
  onTestFinished(async () => {
    await ask(url, CLEAR);
    free.push(name);
  });
  return url;
}

/** Returns the server that `npm test` started, or one of this test file's own. */
async function findServer() {
  const shared = process.env['TEST_POSTGRES_URL'];
  if (shared) return (database: string) => shared.replace(/[^/]*$/, database);
  const server = await openPostgresServer();
  afterAll(() => server.stop());
  return server.urlOf;
}

/** Returns the URL of a database without tables. @param options of its creation */
export async function openEmptyPostgresDatabase(options = ''): Promise<string> {
  urlOf ??= findServer();
  const of = await urlOf;
  const name = `empty_${process.pid}_${++lastDatabase}`;
  await ask(of('postgres'), `CREATE DATABASE ${name} ${options}`);
  onTestFinished(() => ask(of('postgres'), `DROP DATABASE ${name} WITH (FORCE)`).then(() => {}));
  return of(name);
}

async function createDatabase() {
  const of = await (urlOf as NonNullable<typeof urlOf>);
  const name = `site_${process.pid}_${++lastDatabase}`;
  const client = new Client(of('postgres'));
  await client.connect();
  try {
    // Test files run in parallel, but only one of them may create the template.
    await client.query('SELECT pg_advisory_lock(1)');
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (found.rowCount === 0) {
      await client.query('DROP DATABASE IF EXISTS site_unfinished');
      await client.query('CREATE DATABASE site_unfinished');
      await migrate(of('site_unfinished'));
      await client.query(`ALTER DATABASE site_unfinished RENAME TO ${TEMPLATE}`);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  return name;
}

/**
 * Creating a database for each test would take longer than most tests. In replica mode the triggers that protect the
 * proof do not fire.
 */
const CLEAR = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  SET session_replication_role = replica;
  DO $$ DECLARE name text; BEGIN
    FOR name IN
      SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('relay_state', 'turns', '__drizzle_migrations')
    LOOP
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
  END $$;
  UPDATE relay_state SET last_seq = 0, delivered_at = NULL, failure = NULL, failed_at = NULL;
  ALTER SEQUENCE events_seq_seq RESTART; ALTER SEQUENCE consents_seq_seq RESTART;
  ALTER SEQUENCE notifyme_signups_seq_seq RESTART`;

/** Runs a query on a connection of its own. */
export async function ask(url: string, text: string, types = columnTypes) {
  const client = new Client({ connectionString: url, types });
  client.on('error', () => {}); // a finished test closes all connections
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
