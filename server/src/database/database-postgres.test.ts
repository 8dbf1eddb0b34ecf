import { readdirSync } from 'node:fs';
import { test as anyTest, expect, onTestFinished } from 'vitest';
import { verifyCommand } from '../cli/data/verify.ts';
import { StartError } from '../start-error.ts';
import { checkPostgres } from '../store/postgres/connection/check-database.ts';
import {
  ask,
  hasPostgres,
  openEmptyPostgresDatabase,
  openPostgresDatabase,
} from '../testing/programs/postgres.ts';
import { runData, tryData } from '../testing/sites/run-data.ts';
import { NOON } from '../testing/test-app.ts';
import { openStore, readDatabase, withStore } from './open-database.ts';

const test = anyTest.skipIf(!hasPostgres());
const texts = [{ hash: 'one', language: 'en', recipient: null, text: '{}', publishedAt: NOON }];

async function lineOf(act: Promise<unknown>): Promise<string> {
  const error = await act.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain('\n');
  return message;
}

test('a database may have several servers, which agree on the revision', async () => {
  const url = await openEmptyPostgresDatabase();
  const opened = await Promise.all(Array.from({ length: 4 }, () => openStore(url, texts)));
  onTestFinished(async () => {
    for (const { store } of opened) await store.close();
  });
  expect(opened.map(({ revision }) => revision)).toEqual([1, 1, 1, 1]);
  const folder = new URL('../store/postgres/connection/migrations', import.meta.url);
  const count = readdirSync(folder).filter((name) => name.endsWith('.sql')).length;
  expect(await ask(url, 'SELECT count(*) FROM __drizzle_migrations')).toEqual([{ count }]);
});

test('a failing start prints one line, without user and password', async () => {
  const url = await openPostgresDatabase();
  const { host } = new URL(url);
  const away = 'postgres://jane:hush@127.0.0.1:1/site';
  expect(await lineOf(openStore(away, texts))).toMatch(
    /^the database postgres:\/\/127\.0\.0\.1:1\/site cannot be reached or written: connect ECONNREFUSED 127\.0\.0\.1:1; check .*$/,
  );
  expect(await lineOf(openStore(`postgres://postgres:hush@${host}/none`, texts))).toMatch(
    /^the database postgres:\/\/\S+\/none cannot be reached or written: database "none" does not exist; /,
  );
  const reading = readDatabase(away, (reader) => reader.deliveryState());
  expect(await lineOf(reading)).toMatch(/127\.0\.0\.1:1\/site cannot be reached/);
});

test('databases of older and newer versions are recognised', async () => {
  const url = await openEmptyPostgresDatabase();
  const read = () => readDatabase(url, (reader) => reader.deliveryState());
  expect(await lineOf(read())).toMatch(/belongs to an older version or another program; start/);
  expect(await lineOf(withStore(url, (store) => store.countRows()))).toMatch(/older version/);
  expect(await checkPostgres(url)).toMatchObject({ tables: 'absent' });
  const { store } = await openStore(url, texts);
  await store.close();
  expect(await checkPostgres(url)).toEqual({ tables: 'ready', losesCommits: null });
  const careless = await checkPostgres(`${url}?options=-c%20synchronous_commit=off`);
  expect(careless.losesCommits).toBe('synchronous_commit');
  expect(await withStore(url, (own) => own.countRows())).toMatchObject({ events: 0 });
  const later = Date.UTC(2099, 2, 14);
  await ask(url, `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${later})`);
  const newer = /written by a newer version of this program: .*2099-03-14;/;
  expect(await lineOf(openStore(url, texts))).toMatch(newer);
  expect(await lineOf(withStore(url, (own) => own.countRows()))).toMatch(newer);
});

test('a read-only database stops the start, and the doctor says so', async () => {
  const url = await openPostgresDatabase();
  const name = new URL(url).pathname.slice(1);
  await ask(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  onTestFinished(() =>
    ask(
      `${url}?options=-c%20default_transaction_read_only=off`,
      `ALTER DATABASE ${name} RESET default_transaction_read_only`,
    ).then(() => {}),
  );
  expect(await lineOf(openStore(url, texts))).toMatch(/in a read-only transaction; check/);
  await expect(checkPostgres(url)).rejects.toThrow('25006');
});

test('a database in another encoding stops the start in one line, and the doctor says the same', async () => {
  const url = await openEmptyPostgresDatabase(
    "ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
  );
  const expected =
    /cannot be used: its encoding is LATIN1, and UTF8 is needed \(CREATE DATABASE site ENCODING .*\); name/;
  expect(await lineOf(openStore(url, texts))).toMatch(expected);
  expect(await lineOf(withStore(url, (store) => store.countRows()))).toMatch(expected);
  await expect(checkPostgres(url)).rejects.toThrow('its encoding is LATIN1');
});

test('what is not of this program is named in a database on PostgreSQL', async () => {
  const url = await openEmptyPostgresDatabase();
  expect((await tryData(verifyCommand, url)).problem).toMatch(/belongs to an older version/);
  const { store } = await openStore(url, texts);
  await store.close();
  expect(await runData(verifyCommand, url)).toMatch(/^events +0\nintact +1 rules hold$/m);
  await ask(
    url,
    `CREATE TABLE other (id int); CREATE VIEW people AS SELECT * FROM notifyme_signups;
     CREATE FUNCTION spy() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER spy BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION spy();
     CREATE RULE hide AS ON DELETE TO notes DO INSTEAD NOTHING;
     CREATE INDEX slow ON notes ((lower(text))); ALTER TABLE marks ADD COLUMN spy text;
     ALTER TABLE signup_search SET UNLOGGED;
     CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
     CREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE FUNCTION watch();
     ALTER TABLE audit DISABLE TRIGGER audit_no_update; DROP TRIGGER consents_no_delete ON consents`,
  );
  await ask(url, 'CREATE EXTENSION pgcrypto').catch(() => {}); // where the machine has it
  const { printed } = await tryData(verifyCommand, url);
  expect([...printed.matchAll(/^broken +(.*)$/gm)].map(([, what]) => what)).toEqual([
    '2 foreign functions: spy, watch',
    '1 foreign indexes: slow',
    '1 foreign rules: hide on notes',
    '3 foreign tables: marks, other, signup_search',
    '2 foreign triggers: audit_no_update on audit, spy on events',
    '1 foreign views: people',
    '1 foreign event triggers: watch',
    '1 missing triggers: consents_no_delete on consents',
  ]);
});
