import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openPostgresStore } from '../database/postgres/open-store.ts';
import type { SiteStore } from '../database/site-store.ts';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { postgresTest } from '../store/postgres/testing/postgres-site.ts';
import type { Db } from '../store/sql/operation.ts';
import { stampOf } from '../store/sqlite/connection/own-files.ts';
import { finish } from '../store/sqlite/connection/sql.ts';
import { createStamps } from '../store/sqlite/connection/stamps.ts';
import { openFile } from '../store/sqlite/testing/sqlite-site.ts';
import { NOON, newId } from '../store/testing/store-contract-data.ts';
import { ask, openPostgresDatabase, openPostgresServer } from '../testing/programs/postgres.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { select } from '../testing/test-database.ts';
import {
  accept,
  EVERYBODY,
  hand,
  handAndSettle,
  join,
  sendAgain,
  sent,
  start,
  WORDS,
} from './testing/store-contract-list.ts';

// To start a PostgreSQL takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** A mailing to ten people, of which two have left, and a copy of the folder from then. */
async function openSending() {
  const root = temporaryFolder();
  const [folder, copy] = [joinPath(root, 'data'), joinPath(root, 'copy')];
  mkdirSync(folder);
  const file = joinPath(folder, 'site.db');
  let store = openSqliteStore(file);
  onTestFinished(() => store.close());
  const emails = Array.from({ length: 10 }, (_, count) => `p${count}@a${count}.org`);
  for (const email of emails) await join(store, email);
  const { id } = await start(store, emails.length);
  const send = async (count: number) => {
    for (let sentNow = 0; sentNow < count; sentNow++) await handAndSettle(store, sent());
  };
  await send(2);
  return {
    ...{ file, folder, copy, id, send },
    /** The same as when the process is killed, because SQLite writes nothing else by itself. */
    take: () => cpSync(folder, copy, { recursive: true }),
    /** Starts again with another file, after the change. */
    async restart(changeFiles: () => void, from = file): Promise<SiteStore> {
      await store.close();
      changeFiles();
      store = openSqliteStore(from);
      return store;
    },
  };
}

const COPIED = {
  state: 'paused',
  reason: expect.stringMatching(/^this database is a copy, .* put back/),
};

const LAST = "SELECT value FROM marks WHERE name = 'mailings_home'";
/** SQLite's stamps ask nothing of it. */
const NO_DB = {} as Db;

type Sending = Awaited<ReturnType<typeof openSending>>;

test.each<[string, (site: Sending) => void]>([
  ['over the file', ({ copy, file }) => cpSync(joinPath(copy, 'site.db'), file)],
  [
    'over all files, in place and with their times',
    ({ copy, folder }) => cpSync(copy, folder, { recursive: true, preserveTimestamps: true }),
  ],
  [
    'as a whole folder',
    ({ copy, folder }) => {
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
    },
  ],
  [
    'as a file in its place',
    ({ copy, file }) => {
      rmSync(file);
      renameSync(joinPath(copy, 'site.db'), file);
    },
  ],
])(
  'a copy from one message ago that is put back %s sends nothing, and says why',
  async (_, putBack) => {
    const site = await openSending();
    await site.restart(site.take);
    await site.send(1);
    const store = await site.restart(() => {
      for (const end of ['-wal', '-shm']) rmSync(site.file + end, { force: true });
      putBack(site);
    });
    expect(await hand(store)).toBeNull();
    expect(await store.readMailing(site.id)).toMatchObject(COPIED);
    // Somebody has looked.
    expect(await store.changeMailing(site.id, 'sending', NOON)).toBe(true);
    expect(await hand(store)).not.toBeNull();
  },
);

test('a mailing that was paused when the copy was made says so once, and the links of what left meanwhile work', async () => {
  const site = await openSending();
  let store = await site.restart(() => {});
  await store.changeMailing(site.id, 'paused', NOON);
  store = await site.restart(site.take);
  await store.changeMailing(site.id, 'sending', NOON);
  const left = (await hand(store)) ?? expect.fail();
  store = await site.restart(() => {}, joinPath(site.copy, 'site.db'));
  expect(await store.changeMailing(site.id, 'sending', NOON)).toBe(false);
  expect(await store.readMailing(site.id)).toMatchObject(COPIED);
  expect(await store.leave(String(left.payload['leaveToken']), NOON)).toBe('left');
  expect(await store.changeMailing(site.id, 'sending', NOON)).toBe(true);
});

test('the links of messages that an earlier version queued work once these leave', async () => {
  const { db, store } = openFile();
  const { id } = await join(store, 'jane@example.org');
  await join(store, 'john@example.org');
  await store.decide([id], accept);
  await store.invite([{ id: newId(), signupId: id, token: 'a', at: NOON }]);
  await start(store, 2);
  db.exec('DELETE FROM confirmations'); // it stored them with each message that left
  for (const kind of ['invitation', 'mailing']) {
    const message = await hand(store);
    expect(message).toMatchObject({ kind });
    expect(await store.leave(String(message?.payload['leaveToken']), NOON)).toBe('left');
  }
});

test('a draft of which a copy was made is not sent from there without a word', async () => {
  const folder = temporaryFolder();
  const [file, copy] = [joinPath(folder, 'site.db'), joinPath(folder, 'copy.db')];
  const site = openSqliteStore(file);
  await join(site, 'jane@example.org');
  const id = newId();
  const content = { audience: EVERYBODY, words: WORDS };
  await site.insertDraft({ id, content, at: NOON });
  await site.close();
  cpSync(file, copy);
  const store = openSqliteStore(copy);
  onTestFinished(() => store.close());
  const send = async () => {
    const step = { mailingId: id, after: null, limit: 10, messageIds: [newId()], at: NOON };
    await store.addRecipients(step);
    return store.startMailing(id, 1, NOON);
  };
  expect(await send()).toMatchObject({ outcome: 'not_sent', reason: COPIED.reason });
  expect(await send()).toEqual({ outcome: 'started' });
});

test('a backup that SQLite puts back under a running server stops the next message', async () => {
  const site = await openSending();
  const store = await site.restart(() => {});
  const backup = joinPath(site.folder, 'backup.db');
  const db = new Sqlite(site.file);
  await db.backup(backup);
  db.close();
  await site.send(1);
  const source = new Sqlite(backup);
  // As `.restore` of its shell does.
  source.exec(`ATTACH '${site.file}' AS site`);
  source.exec(
    'BEGIN IMMEDIATE; DELETE FROM site.mailing_recipients; INSERT INTO site.mailing_recipients SELECT * FROM main.mailing_recipients; DELETE FROM site.marks; INSERT INTO site.marks SELECT * FROM main.marks; COMMIT',
  );
  source.close();
  expect(await hand(store)).toBeNull();
  expect(await store.readMailing(site.id)).toMatchObject(COPIED);
});

test('the file of another stamp stops the next message, even with the same inode and birth', async () => {
  const site = await openSending();
  const store = await site.restart(() => writeFileSync(stampOf(site.file), 'another'));
  expect(await hand(store)).toBeNull();
  expect(await store.readMailing(site.id)).toMatchObject(COPIED);
});

test('a copy elsewhere sends nothing, while the original goes on', async () => {
  const site = await openSending();
  const original = await site.restart(site.take);
  const copied = openSqliteStore(joinPath(site.copy, 'site.db'));
  onTestFinished(() => copied.close());
  expect(await hand(copied)).toBeNull();
  expect(await copied.readMailing(site.id)).toMatchObject(COPIED);
  expect(await hand(original)).not.toBeNull();
});

test('from a copy, nobody in doubt is sent to again without a word', async () => {
  const site = await openSending();
  const signupId = (await hand(await site.restart(() => {})))?.signup?.id ?? '';
  await site.restart(site.take);
  const copied = openSqliteStore(joinPath(site.copy, 'site.db'));
  onTestFinished(() => copied.close());
  expect(await sendAgain(copied, site.id, [signupId])).toMatchObject({
    again: 0,
    refusal: COPIED.reason,
  });
});

test.each<[string, (site: Sending) => string]>([
  ['a night', ({ file }) => file],
  [
    'a backup',
    ({ take, file }) => {
      take();
      return file;
    },
  ],
  [
    'a change of the mode',
    ({ file }) => {
      chmodSync(stampOf(file), 0o640);
      return file;
    },
  ],
  [
    'a move of the folder',
    ({ folder }) => {
      renameSync(folder, `${folder}-2`);
      return joinPath(`${folder}-2`, 'site.db');
    },
  ],
  [
    'a crash after the stamp was made, before it was stored',
    ({ file }) => {
      const [mark] = select<{ value: string }>(file, LAST);
      const next = finish(createStamps(file).next(NO_DB, mark?.value ?? null));
      expect(next).toEqual({ isLast: true, stamp: expect.not.stringContaining(mark?.value ?? '') });
      return file;
    },
  ],
])('a mailing goes on after %s', async (_, change) => {
  const site = await openSending();
  await site.restart(() => {});
  const store = await site.restart(() => {}, change(site));
  expect(await hand(store, NOON + DAY_MS)).not.toBeNull();
});

test('where no file can be made beside the database, no message leaves, and the mailing says why', async () => {
  const site = await openSending();
  const next = `${stampOf(site.file)}-next`;
  const store = await site.restart(() => void mkdirSync(joinPath(next, 'x'), { recursive: true }));
  const NO_FILE = {
    state: 'paused',
    reason: expect.stringMatching(/^no file can be made .*EISDIR/),
  };
  expect(await hand(store)).toBeNull();
  expect(await store.readMailing(site.id)).toMatchObject(NO_FILE);
  await store.changeMailing(site.id, 'sending', NOON);
  expect(await hand(store)).toBeNull();
  expect(await store.readMailing(site.id)).toMatchObject(NO_FILE);
  rmSync(next, { recursive: true });
  await store.changeMailing(site.id, 'sending', NOON);
  expect(await hand(store)).not.toBeNull();
});

/** The same on PostgreSQL. */
async function openPostgres(url: string) {
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  for (let count = 0; count < 4; count++) await join(store, `p${count}@a${count}.org`);
  const { id } = await start(store, 4);
  await handAndSettle(store, sent());
  return { store, id };
}

postgresTest('rows of a dump that are put back send nothing, and say why', async () => {
  const url = await openPostgresDatabase();
  const { store, id } = await openPostgres(url);
  const tables = ['marks', 'mailing_recipients'];
  // As `pg_dump --data-only` and `psql` do.
  for (const name of tables) await ask(url, `CREATE TABLE old_${name} AS TABLE ${name}`);
  await handAndSettle(store, sent());
  for (const name of tables)
    await ask(
      url,
      `DELETE FROM ${name}; INSERT INTO ${name} TABLE old_${name}; DROP TABLE old_${name}`,
    );
  // A process that began later has seen no stamp.
  const next = await openPostgresStore(url);
  onTestFinished(() => next.close());
  expect(await hand(next)).toBeNull();
  expect(await store.readMailing(id)).toMatchObject(COPIED);
  await store.changeMailing(id, 'sending', NOON);
  // For as long as the row is not frozen, and afterwards.
  await ask(url, 'VACUUM (FREEZE, FULL) marks');
  expect(await hand(next)).not.toBeNull();
});

postgresTest(
  'two processes send one mailing, and a restart of the server changes nothing',
  async () => {
    const server = await openPostgresServer();
    onTestFinished(() => server.stop());
    const { store, id } = await openPostgres(server.urlOf('postgres'));
    const other = await openPostgresStore(server.urlOf('postgres'));
    onTestFinished(() => other.close());
    await handAndSettle(other, sent());
    await server.halt();
    await server.comeBack();
    await vi.waitFor(() => handAndSettle(store, sent()));
    expect(await store.readMailing(id)).toMatchObject({
      state: 'sending',
      recipients: { sent: 3 },
    });
    expect(await hand(other)).not.toBeNull();
  },
);

postgresTest(
  'a server that is put back while the site runs sends nothing, and says why',
  async () => {
    const server = await openPostgresServer();
    onTestFinished(() => server.stop());
    const { store, id } = await openPostgres(server.urlOf('postgres'));
    await server.halt();
    const copy = joinPath(temporaryFolder(), 'data');
    execFileSync('cp', ['-a', server.data, copy]);
    await server.comeBack();
    await vi.waitFor(() => handAndSettle(store, sent()));
    await server.halt();
    rmSync(server.data, { recursive: true });
    execFileSync('cp', ['-a', copy, server.data]);
    await server.comeBack();
    await vi.waitFor(async () => expect(await hand(store)).toBeNull());
    expect(await store.readMailing(id)).toMatchObject(COPIED);
  },
);

postgresTest('a standby that took over sends nothing, and says why', async () => {
  const server = await openPostgresServer();
  onTestFinished(() => server.stop());
  const { store, id } = await openPostgres(server.urlOf('postgres'));
  await server.halt();
  await server.comeBackAsStandby();
  await ask(server.urlOf('postgres'), 'SELECT pg_promote()');
  await vi.waitFor(async () => expect(await hand(store)).toBeNull());
  expect(await store.readMailing(id)).toMatchObject(COPIED);
});
