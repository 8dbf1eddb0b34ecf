import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDatabase } from '../../database/open-database.ts';
import { openPostgresStore } from '../../database/postgres/open-store.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { openStore, postgresTest } from '../../store/postgres/testing/postgres-site.ts';
import { takeServerLock } from '../../store/sqlite/connection/server-lock.ts';
import { COPY_TABLES, type CopyTable } from '../../store/table-copy.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  newRequest,
  scroll,
  signup,
  takeDeliveries,
  text,
} from '../../store/testing/store-contract-data.ts';
import { ask, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { change } from '../../testing/sites/kept-site.ts';
import { runData } from '../../testing/sites/run-data.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { openPostgresTables } from '../../upkeep/postgres/copy-tables.ts';
import { openSqliteTables } from '../../upkeep/sqlite/copy-tables.ts';
import { copyCommand } from './copy.ts';
import { exportCommand } from './export-person.ts';

const EVENTS = COPY_TABLES.find(({ name }) => name === 'events') as CopyTable;
const inFolder = () => temporaryFile('site.db');
const SOON = { timeout: 20_000, interval: 50 };
/** Later than the time at which the commands run here. */
const LATER = NOON + 3_600_000;
const rule = { recipient: 'none.example', now: NOON };

/** Stores rows in every table, and enough events for several pages. */
async function fill(store: SiteStore) {
  await store.publishConsentTexts([{ ...text(), recipient: 'eu.i.posthog.com' }]);
  await store.recordDemoText(text('demo'));
  await store.insertSignup(signup({ name: 'Jäne “x”\n', useCase: "a'b\\c", youtubeChannel: '' }));
  for (const name of ['waits', 'left', 'confirmed']) {
    const request = newRequest();
    await store.insertSignup(signup({ email: `${name}@example.org`, language: 'en' }), request);
    if (name === 'left') await store.leave(request.token, NOON);
    if (name === 'confirmed') {
      await store.settleMessage(request.id, { outcome: 'refused', at: NOON, reason: '550 “no”' });
      await store.confirmSignup(request.token, NOON);
    }
  }
  for (const consentId of [JANE, JOHN]) await store.recordDecision(grant({ consentId }));
  await store.recordDecision(grant({ consentId: null, analytics: false, source: 'gpc' }));
  for (let index = 0; index < 25; index++) {
    const events = Array.from({ length: 100 }, () => ({
      ...scroll(25, NOON + index),
      properties: { z: 1.5, a: 'ü"\\', nested: { b: [null, true] } },
    }));
    await store.recordEvents(batch({ consentId: index % 2 ? JANE : JOHN, events }));
  }
  await store.erasePerson({ id: newId(), consentId: JOHN, gpc: true, at: NOON + 9 });
  await store.addPageCounts('2026-03-13T14:15', new Map([['/', 7]]));
  await store.forgetQuarters(NOON); // leaves the count of the day, which is all that earlier versions had
  for (const path of ['/', '/about'])
    await store.addPageCounts('2026-03-14T14:15', new Map([[path, 2]]));
  const seq = (await takeDeliveries(store, 3, rule)).at(-1)?.seq ?? 0;
  const setAside = { seq, reason: 'PostHog answered 400' };
  const skipped = { expired: 1 };
  await store.settleDeliveries({ through: seq, delivered: 2, skipped, setAside, at: NOON });
  await store.noteDeliveryFailure('PostHog answered 503', NOON + 1);
  await store.endSession({ hash: 'B'.repeat(43), endsAt: LATER }, NOON);
  await store.endSession({ hash: 'a'.repeat(43), endsAt: LATER }, NOON);
}

async function createSqlite() {
  const file = inFolder();
  const store = openSqliteStore(file);
  await fill(store);
  await store.close();
  return file;
}

function dump(file: string) {
  const db = new Sqlite(file, { readonly: true });
  onTestFinished(() => void db.close());
  return COPY_TABLES.map(({ name, byArrival, key }) =>
    db.prepare(`SELECT * FROM ${name} ORDER BY ${byArrival ? 'rowid' : key}`).all(),
  );
}

const copyTo = (target: string, from: string) => runData(copyCommand, from, ['--to', target]);

/** A database and a copy of it on PostgreSQL. */
async function createCopy() {
  const [file, url] = [await createSqlite(), await openPostgresDatabase()];
  await copyTo(url, file);
  return { file, url };
}

test('every existing table is copied, with every column', () => {
  const file = inFolder();
  void openSqliteStore(file).close();
  const db = new Sqlite(file, { readonly: true });
  const read = (sql: string) => db.prepare<[], string>(sql).pluck().all().sort();
  const tables = read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name, columns } of COPY_TABLES) {
    const kept = read(`SELECT name FROM pragma_table_info('${name}')`);
    expect(columns.map((column) => column.name).sort(), name).toEqual(kept);
  }
  db.close();
  const passing = ['__drizzle_migrations', 'event_chunks', 'retention_pass', 'signup_search'];
  expect(tables).toEqual([...COPY_TABLES.map(({ name }) => name), ...passing].sort());
});

postgresTest('a copy there and back is the same to the byte, and both answer alike', async () => {
  const [file, back, url] = [await createSqlite(), inFolder(), await openPostgresDatabase()];
  const printed = await copyTo(url, file);
  expect(printed).toMatch(/^copied to +postgres:\/\/127\.0\.0\.1:\d+\/\S+$[\s\S]*^events +1200$/m);
  await copyTo(`file:${back}`, url);
  expect(dump(back)).toEqual(dump(file));
  const person = ['--consent-id', JANE];
  const held = async (database: string) => {
    const { exportedAt: _, ...rest } = JSON.parse(await runData(exportCommand, database, person));
    return rest;
  };
  expect(await held(url)).toEqual(await held(file));
  const state = (database: string) => readDatabase(database, (reader) => reader.deliveryState());
  expect(await state(url)).toEqual(await state(file));
});

postgresTest.for([
  ['the last events were erased', 'UPDATE relay_state SET last_seq = 2500', 2501],
  ['nothing was ever delivered', 'DELETE FROM relay_state', 2],
] as const)('events after a copy get a new seq, also when %s', async ([, sql, seq]) => {
  const [file, url] = [await createSqlite(), await openPostgresDatabase()];
  change(file, `DELETE FROM events WHERE seq > 5; ${sql}`);
  await copyTo(url, file);
  const store = await openStore(url);
  await store.recordEvents(batch());
  expect(await ask(url, 'SELECT max(seq)::int AS seq FROM events')).toEqual([{ seq }]);
  expect(await store.takeDeliveries(9, rule)).not.toEqual([]);
});

postgresTest(
  'a PostgreSQL database whose server runs is neither copied nor copied into',
  async () => {
    const [url, file] = [await openPostgresDatabase(), await createSqlite()];
    const store = await openPostgresStore(url);
    await store.publishConsentTexts([text()]);
    const refused =
      /^the database postgres:\S+ is in use by a server; stop all its servers first: /;
    await expect(copyTo(`file:${inFolder()}`, url)).rejects.toThrow(refused);
    await expect(copyTo(url, file)).rejects.toThrow(refused);
    await store.close();
    const copied = () => copyTo(`file:${inFolder()}`, url);
    // PostgreSQL frees the lock a moment after the connection has closed.
    await vi.waitFor(async () => expect(await copied()).toMatch(/^consent_texts +1$/m), SOON);
  },
);

postgresTest('of an interrupted copy nothing is left, and it can be run again', async () => {
  const [file, url] = [await createSqlite(), await openPostgresDatabase()];
  const back = inFolder();
  for (const open of [openPostgresTables, openSqliteTables]) {
    const source = openSqliteTables(file, { create: false });
    const target = await open(open === openPostgresTables ? url : back, { create: true });
    for (const table of COPY_TABLES) {
      for await (const rows of source.read(table)) await target.write(table, rows);
    }
    expect(await target.count(EVENTS)).toBe(1200);
    await Promise.all([source.close(), target.close()]);
  }
  for (const target of [url, `file:${back}`])
    expect(await copyTo(target, file)).toMatch(/^events +1200$/m);
});

postgresTest('a database with rows in any table is not copied into, and not changed', async () => {
  const { file, url } = await createCopy();
  const rows = () => ask(url, 'SELECT * FROM events ORDER BY seq');
  const before = await rows();
  await expect(copyTo(url, file)).rejects.toThrow(/holds \w+, and was not changed/);
  expect(await rows()).toEqual(before);
  const other = await openPostgresDatabase();
  const store = await openPostgresStore(other);
  await store.addPageCounts('2026-03-14T14:15', new Map([['/', 1]]));
  await store.close();
  await expect(copyTo(other, file)).rejects.toThrow('holds page_counts, and was not changed');
});

postgresTest.for([
  ['events', `NEW.path = '/elsewhere'; RETURN NEW`],
  ['events', `NEW.properties = '{"z":1}'; RETURN NEW`],
  ['audit', 'RETURN NULL'],
  ['notifyme_signups', `NEW.name = 'J'; RETURN NEW`],
])('a copy whose %s differ from the source is not kept: %s', async ([table = '', act]) => {
  const [file, url] = [await createSqlite(), await openPostgresDatabase()];
  await (await openPostgresStore(url)).close();
  await ask(
    url,
    `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${act}; END $$;
     CREATE TRIGGER spoil BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION spoil()`,
  );
  onTestFinished(async () => void (await ask(url, 'DROP FUNCTION spoil() CASCADE')));
  await expect(copyTo(url, file)).rejects.toThrow(`the ${table} of the two databases differ`);
  expect(await ask(url, `SELECT 1 FROM ${table}`)).toEqual([]);
});

test('a database that cannot be copied is reported in one line; one in the wrong direction, or of another site, overwrites nothing', async () => {
  const [file, empty, other] = [await createSqlite(), inFolder(), inFolder()];
  const before = dump(file);
  await openSqliteStore(empty).close();
  const store = openSqliteStore(other);
  await store.publishConsentTexts([{ ...text('one'), recipient: null }]);
  await store.close();
  for (const from of [empty, other]) {
    const copying = copyTo(`file:${file}`, from);
    await expect(copying).rejects.toThrow(/holds \w+, and was not changed/);
  }
  const failing = (...args: string[]) => expect(runData(copyCommand, file, args)).rejects;
  await failing().toThrow(/copy needs --to/);
  await failing('--to', 'site.db').toThrow(
    /^--to is "site.db"; expected file: and a path, or postgres:/,
  );
  for (const own of [file, `${file}-wal`])
    await failing('--to', `file:${own}`).toThrow(/belongs to the database/);
  for (const password of ['hu@sh', 'hu@sh,er', 'hu@sh/er'])
    await failing('--to', `postgres://jane:${password}@127.0.0.1:1/site`).toThrow(
      /^--to has [@,/] in its password; expected %\w\w for it, e\.g\. --to=file:\S+$/,
    );
  await failing('--to', 'postgres://jane:hush@127.0.0.1:1/site').toThrow(
    /^the database postgres:\/\/127\.0\.0\.1:1\/site cannot be reached/,
  );
  const lock = takeServerLock(file);
  await failing('--to', `file:${inFolder()}`).toThrow(/in use by another server/);
  lock?.release();
  expect(dump(file)).toEqual(before);
});
