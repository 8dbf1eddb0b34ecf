import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { getTableConfig, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { expect, onTestFinished, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { NewerDatabaseError } from '../../database-version.ts';
import { checkDatabase } from './check-database.ts';
import { isUpToDate, migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './open-file.ts';
import { tables } from './schema.ts';

const migrations = readMigrations();
const all = migrations.map(({ folderMillis }) => folderMillis);

function own(db: Database) {
  onTestFinished(() => void db.close());
  return db;
}

const schemaOf = (db: Database) =>
  db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all();
const appliedTo = (db: Database) =>
  db.prepare('SELECT created_at FROM __drizzle_migrations').pluck().all();

/** A database of the version with the first `count` migrations, with rows if it has tables. */
function createOld(count: number) {
  const file = join(temporaryFolder(), 'old.db');
  const db = new Sqlite(file);
  db.pragma('journal_mode = WAL');
  db.exec(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  const note = db.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
  for (const { sql, hash, folderMillis } of migrations.slice(0, count)) {
    for (const statement of sql) db.exec(statement);
    note.run(hash, folderMillis);
  }
  if (count > 0) db.exec(ROWS);
  const schema = schemaOf(db);
  db.close();
  return { file, schema };
}

const ROWS = `
  INSERT INTO events (id, consent_id, name, properties, occurred_at, received_at)
    VALUES ('e1', 'c1', 'scroll', '{}', 1, 2);
  INSERT INTO notifyme_signups (id, name, email, signup_type, created_at)
    VALUES ('s1', 'Jane', 'jane@example.org', 'beta', 3);
  INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, recorded_at)
    VALUES ('p1', 'c1', 1, 1, 'banner', 'en', 'hash', 0, 4)`;
const TABLES = ['events', 'notifyme_signups', 'consents'];
const countRows = (db: Database) =>
  TABLES.map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

/** Copies a database together with its write-ahead log. */
function copy(file: string) {
  const target = join(temporaryFolder(), 'site.db');
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, target + suffix);
  }
  return target;
}

/**
 * Migrates a copy of the file. Returns the statements until one after the first commit, and for each a copy of the database's
 * files when it begins: what a kill -9 leaves at that moment.
 */
function migrateStepByStep(file: string) {
  const moments: { statement: string; files: string }[] = [];
  const target = copy(file);
  const db = new Sqlite(target, {
    verbose: (sql) => {
      if (moments.at(-2)?.statement === 'COMMIT') return;
      moments.push({ statement: String(sql), files: copy(target) });
    },
  });
  db.pragma('journal_mode = WAL');
  moments.length = 0;
  migrate(db);
  db.close();
  return moments;
}

const tried = rounds(1, migrations.length);
const isTried = (index: number) => index === 0 || index >= migrations.length - tried;
test.each(migrations.map((_, index) => index).filter(isTried))(
  'an end at any statement of migration %i leaves the database as before or after it, and the next start finishes',
  (index) => {
    const before = createOld(index);
    expect(isUpToDate(own(new Sqlite(before.file)))).toBe(false);
    const after = createOld(index + 1);
    const newest = schemaOf(own(openDatabase(':memory:')));
    const moments = migrateStepByStep(before.file);
    const written = moments.map(({ statement }) => statement);
    for (const sql of migrations[index]?.sql ?? []) expect(written).toContain(sql.trim());
    const begin = written.indexOf('BEGIN IMMEDIATE');
    const commit = written.indexOf('COMMIT');
    expect(begin).toBeGreaterThan(0);
    for (let at = begin; at <= commit + 1; at++) {
      const file = moments[at]?.files ?? '';
      const half = new Sqlite(file);
      const isCommitted = at > commit;
      expect(schemaOf(half)).toEqual(isCommitted ? after.schema : before.schema);
      expect(appliedTo(half)).toEqual(all.slice(0, isCommitted ? index + 1 : index));
      half.close();
      // The next start, as the server does it.
      const db = own(openDatabase(file));
      expect(isUpToDate(db)).toBe(true);
      expect(schemaOf(db)).toEqual(newest);
      expect(appliedTo(db)).toEqual(all);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(countRows(db)).toEqual(index > 0 ? [1, 1, 1] : [0, 0, 0]);
    }
  },
);

test('a migration that fails changes nothing and reports its error', () => {
  const { file, schema } = createOld(migrations.length - 1);
  const db = own(new Sqlite(file));
  const [first = ''] = migrations.at(-1)?.sql ?? [];
  db.exec(first); // so that applying it again fails
  const changed = schemaOf(db);
  expect(changed).not.toEqual(schema);
  expect(() => migrate(db)).toThrow();
  expect(schemaOf(db)).toEqual(changed);
  expect(appliedTo(db)).toEqual(all.slice(0, -1));
});

test('a database with a migration that this version does not know is refused and left as it is, by the doctor too', () => {
  const { file } = createOld(migrations.length);
  const db = own(new Sqlite(file));
  const time = Date.UTC(2099, 2, 14);
  db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ?)").run(time);
  const content = db.serialize();
  expect(() => migrate(db)).toThrow(NewerDatabaseError);
  expect(() => isUpToDate(db)).toThrow('1 migration that this version does not know');
  expect(() => checkDatabase(file)).toThrow(NewerDatabaseError);
  expect(db.serialize().equals(content)).toBe(true);
});

test('the migrations, which drizzle-kit cannot write for a check, have those of the tables', () => {
  const db = own(openDatabase(':memory:'));
  const select = db
    .prepare<[string], string>('SELECT sql FROM sqlite_master WHERE name = ?')
    .pluck();
  const dialect = new SQLiteSyncDialect();
  for (const table of Object.values(tables)) {
    const { name, checks } = getTableConfig(table);
    const rules = [
      ...(select.get(name) ?? '').matchAll(
        /CONSTRAINT `(\w+)` (CHECK \(.*?\))(?=, CONSTRAINT|\)$)/g,
      ),
    ];
    expect(
      rules.map(([, rule, text]) => [rule, text]),
      name,
    ).toEqual(
      checks.map((check) => [check.name, `CHECK (${dialect.sqlToQuery(check.value).sql})`]),
    );
  }
});
