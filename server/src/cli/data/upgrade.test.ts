import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { describeFault } from '../../database/database-faults.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import * as postgres from '../../store/postgres/connection/migrate.ts';
import { begin, openStore, postgresTest } from '../../store/postgres/testing/postgres-site.ts';
import { readMigrations } from '../../store/sqlite/connection/migrate.ts';
import {
  batch,
  grant,
  rule,
  scroll,
  signup,
  text,
} from '../../store/testing/store-contract-data.ts';
import { ask, openEmptyPostgresDatabase } from '../../testing/programs/postgres.ts';
import { startNode } from '../../testing/sites/built-process.ts';
import { change } from '../../testing/sites/kept-site.ts';
import { createOldFile, openOldPostgres } from '../../testing/sites/old-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { createProject, start, startListening } from '../../testing/sites/server-process.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A server starts slowly on a busy machine. */
const SOON = { timeout: 60_000, interval: 50 };

/** Every released version. A version whose migrations differ adds its backup and its dump to `testing/data`. */
const RELEASED = ['1.0.0'];

/** Returns all rows of all tables, and the migrations that are noted. */
function contentOf(file: string) {
  const db = new Sqlite(file, { readonly: true });
  try {
    const list =
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*drizzle*'";
    const names = db.prepare<[], string>(list).pluck().all();
    const rows = names.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
    const journal = db.prepare('SELECT created_at FROM __drizzle_migrations').pluck().all();
    return { rows, journal };
  } finally {
    db.close();
  }
}

const lineOf = (file: string) => {
  try {
    return openSqliteStore(file);
  } catch (error) {
    return describeFault(file, error);
  }
};

test('a backup of commit cfeb04fb is restored, and the start upgrades it without changing a row', async () => {
  const backup = createOldFile();
  const file = temporaryFile('site.db');
  expect(await runData(verifyCommand, file, [backup])).toMatch(
    /^version +older: .*\nintact +every rule holds$/m,
  );
  await runData(restoreCommand, file, [backup]);
  const before = contentOf(file);
  // A restore sends no old message again: it has dropped those that waited.
  const kept = ({ rows }: ReturnType<typeof contentOf>) =>
    rows.filter(([table]) => table !== 'outbox' && table !== 'mailing_recipients');
  expect(kept(before)).toEqual(kept(contentOf(backup)));
  await openSqliteStore(file).close();
  const after = contentOf(file);
  // Beside new columns and tables.
  const known = new Set(before.rows.map(([table]) => table));
  expect(after.rows.filter(([table]) => known.has(table))).toMatchObject(before.rows);
  expect(before.rows.filter(([, rows]) => rows?.length === 0).length).toBeLessThan(4);
  expect(before.journal).toHaveLength(21);
  expect(after.journal).toEqual(readMigrations().map(({ folderMillis }) => folderMillis));
  expect(await runData(verifyCommand, file)).toMatch(/^events +63\n.*intact/ms);
});

test('a row that breaks a rule is named in one line, and the database is left as it is', () => {
  const file = createOldFile("UPDATE outbox SET state = 'lost'");
  const before = contentOf(file);
  expect(lineOf(file)).toMatch(
    /^the database \S+old\.db cannot be used: a row of outbox breaks the rule CHECK \(state IN \(.*'given_up'\)\); correct or delete that row, and start again$/,
  );
  expect(contentOf(file)).toEqual(before);
});

test.each([
  ['with', ''],
  ['without', '; PRAGMA application_id = 0'],
])('a database from before the baseline, %s an id, is refused in one line', async (_, more) => {
  const latest = '(SELECT max(created_at) FROM __drizzle_migrations)';
  const file = createOldFile(
    `DELETE FROM __drizzle_migrations WHERE created_at = ${latest}${more}`,
  );
  const before = contentOf(file);
  const expected = `the database ${file} cannot be used: it is too old for this version; start commit 12d1ebc9 with it once, which upgrades it`;
  expect(lineOf(file)).toBe(expected);
  for (const command of [verifyCommand, restoreCommand])
    expect((await tryData(command, temporaryFile('site.db'), [file])).problem).toBe(expected);
  expect((await tryData(verifyCommand, file)).problem).toBe(expected);
  expect(contentOf(file)).toEqual(before);
});

test.each(RELEASED)('a database of %s is upgraded without changing a row', async (version) => {
  const file = createOldFile('', version);
  const before = contentOf(file);
  expect(before.rows.filter(([, rows]) => rows?.length === 0).length).toBeLessThan(4);
  await openSqliteStore(file).close();
  const after = contentOf(file);
  const known = new Set(before.rows.map(([table]) => table));
  expect(after.rows.filter(([table]) => known.has(table))).toMatchObject(before.rows);
  expect(after.journal).toEqual(readMigrations().map(({ folderMillis }) => folderMillis));
  expect(await runData(verifyCommand, file)).toMatch(/^events +63\n.*intact/ms);
});

/** Returns all rows of all tables of a PostgreSQL database, as text. */
async function rowsIn(url: string) {
  const named = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
    AND tablename NOT IN ('__drizzle_migrations', 'turns') ORDER BY 1`;
  const names: string[] = (await ask(url, named)).map(({ name }) => name);
  const entries = names.map(async (name) => {
    const rows = await ask(url, `SELECT to_jsonb(t) AS row FROM ${name} AS t ORDER BY t::text`);
    return [name, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

postgresTest.each(RELEASED)(
  'a PostgreSQL database of %s is upgraded without changing a row',
  async (version) => {
    const url = await openOldPostgres(version);
    const before = await rowsIn(url);
    expect(before['events']).toHaveLength(63);
    await (await openStore(url)).close();
    expect(await rowsIn(url)).toMatchObject(before);
    expect(await runData(verifyCommand, url)).toMatch(/^events +63\n.*intact/ms);
  },
);

/** Migrates a file, and kills its process at a statement that matches for the second time. */
const MIGRATE = `
  import Sqlite from 'better-sqlite3';
  import { migrate } from '${fileURLToPath(new URL('../../store/sqlite/connection/migrate.ts', import.meta.url))}';
  const [file, pattern] = process.argv.slice(1);
  let left = 2;
  const verbose = (sql) => new RegExp(pattern).test(sql) && --left === 0 && process.kill(process.pid, 'SIGKILL');
  const db = new Sqlite(file, { verbose });
  db.pragma('journal_mode = WAL');
  migrate(db);`;

test('kill -9 between two statements of a migration leaves a database that the next start upgrades', async () => {
  const untouched = createOldFile();
  const before = contentOf(untouched);
  for (const pattern of ['ADD CONSTRAINT', 'launch', 'INSERT INTO __drizzle']) {
    const file = temporaryFile('killed.db');
    copyFileSync(untouched, file);
    const code = ['--import', 'tsx', '--input-type=module', '-e', MIGRATE, file, pattern];
    const { child, exited, output } = startNode(code, {});
    expect([await exited, child.signalCode, output.stderr]).toEqual([null, 'SIGKILL', '']);
    const half = contentOf(file);
    expect(half.rows, pattern).not.toEqual([]);
    expect(half.journal.length, pattern).toBeLessThan(before.journal.length + 3);
    await openSqliteStore(file).close();
    const after = contentOf(file);
    const known = new Set(before.rows.map(([table]) => table));
    expect(after.rows.filter(([table]) => known.has(table))).toMatchObject(before.rows);
    expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
  }
});

/** Returns the URL of a database of the version before migration `index`, with a row. */
async function openBefore(index: number) {
  const url = await openEmptyPostgresDatabase();
  await ask(url, postgres.JOURNAL);
  for (const { sql, hash, folderMillis } of postgres.readMigrations().slice(0, index)) {
    for (const statement of sql) await ask(url, statement);
    await ask(url, `INSERT INTO __drizzle_migrations VALUES (${folderMillis}, '${hash}')`);
  }
  await ask(
    url,
    `INSERT INTO signup_proofs (address_hash, signed_up_at, confirmed_at, removed_at)
     VALUES ('x', now(), now(), now())`,
  );
  return url;
}

postgresTest(
  'kill -9 between two statements of a migration of PostgreSQL leaves nothing of it, and the next start upgrades the database',
  async () => {
    const url = await openBefore(3);
    const before = await rowsIn(url);
    const root = createProject();
    const env = { DATABASE_URL: url };
    // The migration has made a table, and waits at a later statement.
    const other = await begin(url, 'LOCK TABLE signup_proofs IN ACCESS SHARE MODE');
    const killed = start(root, env);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '%ALTER TABLE%'`;
    await vi.waitFor(async () => expect(await ask(url, waiting)).toHaveLength(1), SOON);
    expect(await killed.stop('SIGKILL')).toBe(null);
    await other.query('COMMIT');
    await vi.waitFor(async () => expect(await rowsIn(url)).toEqual(before), SOON);
    expect(await ask(url, 'SELECT 1 FROM __drizzle_migrations')).toHaveLength(3);
    const { stop } = await startListening(root, env);
    expect(await stop()).toBe(0);
    expect((await rowsIn(url))['signup_proofs']).toMatchObject(before['signup_proofs'] ?? []);
    expect(await runData(verifyCommand, url)).toMatch(/^intact/m);
  },
);

/** What a later 1.x may do to a database: columns and tables are added, and nothing is changed. */
const LATER = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '__drizzle_migrations'
    LOOP EXECUTE format('ALTER TABLE %I ADD COLUMN added_later text', name); END LOOP;
  END $$;
  CREATE TABLE made_later (id text PRIMARY KEY);
  INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${Date.UTC(2099, 2, 14)})`;

postgresTest(
  'an older process goes on beside a newer one that has upgraded the database, and is refused once it has ended',
  async () => {
    const url = await openOldPostgres('1.0.0');
    const store = await openStore(url);
    const use = async (email: string) => {
      const id = randomUUID(); // those of other tests are in the database
      const consentId = randomUUID();
      await store.publishConsentTexts([text()]);
      expect(await store.insertSignup(signup({ id, email }))).toBe('created');
      await store.recordDecision(grant({ id, consentId }));
      const events = [{ ...scroll(25), id }];
      expect((await store.recordEvents(batch({ consentId, events }))).outcome).toBe('recorded');
      await store.addPageCounts('2026-03-14T14:15', new Map([['/', 1]]));
      await store.takeDeliveries(5, rule);
      await store.noteDeliveryFailure('PostHog answered 503', Date.now());
      await store.erasePerson({ id: randomUUID(), consentId, gpc: false, at: Date.now() });
      await store.checkWritable();
      return (await store.countRows()).signups;
    };
    const count = await use('before@example.org');
    await ask(url, LATER);
    expect(await use('after@example.org')).toBe(count + 1);
    await store.close();
    const refused = await openStore(url).catch((error) => describeFault(url, error));
    expect(refused).toMatch(
      /newer version of this program: .*2099-03-14; start that version, or go back by restoring the dump of before the upgrade \(docs/,
    );
  },
);

test('the way back from a newer version is the one that its refusal names', async () => {
  const backup = createOldFile('', '1.0.0');
  const file = temporaryFile('site.db');
  await runData(restoreCommand, file, [backup]);
  await openSqliteStore(file).close();
  const later = `ALTER TABLE notes ADD COLUMN added_later TEXT;
    INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${Date.UTC(2099, 2, 14)})`;
  change(file, later);
  expect(lineOf(file)).toMatch(
    /newer version of this program: .*; start that version, or go back by restoring a backup of before the upgrade, with npm run data -- restore FILE$/,
  );
  expect(await runData(restoreCommand, file, [backup])).toMatch(/^carried over +nothing: /m);
  await openSqliteStore(file).close();
  expect(await runData(verifyCommand, file)).toMatch(/^events +63\n.*intact/ms);
});
