import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { checkPostgres } from '../store/postgres/connection/check-database.ts';
import {
  ask,
  hasPostgres,
  openEmptyPostgresDatabase,
  openPostgresDatabase,
} from '../testing/programs/postgres.ts';
import { NOON } from '../testing/test-app.ts';
import { openStore, readDatabase, withStore } from './open-database.ts';

const postgresTest = test.skipIf(!hasPostgres());
const texts = [{ hash: 'one', language: 'en', recipient: null, text: '{}', publishedAt: NOON }];

async function lineOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain('\n');
  return message;
}

postgresTest('a database may have several servers, which agree on the revision', async () => {
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

postgresTest('a failing start prints one line, without user and password', async () => {
  const url = await openPostgresDatabase();
  const { host } = new URL(url);
  const away = 'postgres://jane:hush@127.0.0.1:1/site';
  expect(await lineOf(openStore(away, texts))).toMatch(
    /^the database postgres:\/\/127\.0\.0\.1:1\/site cannot be reached or written: connect ECONNREFUSED 127\.0\.0\.1:1; check .*$/,
  );
  expect(await lineOf(openStore(`postgres://postgres:hush@${host}/none`, texts))).toMatch(
    /^the database postgres:\/\/\S+\/none cannot be reached or written: database "none" does not exist; /,
  );
  await expect(lineOf(readDatabase(away, (reader) => reader.deliveryState()))).resolves.toMatch(
    /127\.0\.0\.1:1\/site cannot be reached/,
  );
});

postgresTest('databases of older and newer versions are recognised', async () => {
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

postgresTest('a read-only database stops the start, and the doctor says so', async () => {
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
