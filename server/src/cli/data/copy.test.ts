import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabase } from '../../database/open-database.ts';
import { openPostgresStore } from '../../database/postgres/open-store.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { openStore, postgresTest } from '../../store/postgres/testing/postgres-site.ts';
import { takeServerLock } from '../../store/sqlite/connection/server-lock.ts';
import { COPY_TABLES } from '../../store/table-copy.ts';
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

const inFolder = () => temporaryFile('site.db');
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
  for (let run = 0; run < 2; run++) await copyTo(`file:${back}`, url); // the second finds it copied
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

postgresTest(
  'events after a copy get a new seq, also when the last events were erased',
  async () => {
    const [file, url] = [await createSqlite(), await openPostgresDatabase()];
    change(file, 'DELETE FROM events WHERE seq > 5; UPDATE relay_state SET last_seq = 2500');
    await copyTo(url, file);
    const store = await openStore(url);
    await store.recordEvents(batch());
    expect(await store.takeDeliveries(5, rule)).toMatchObject([{ seq: 2501 }]);
  },
);

postgresTest('an interrupted copy continues, and a finished one is found', async () => {
  const [file, url] = [await createSqlite(), await openPostgresDatabase()];
  const [source, target] = [
    openSqliteTables(file, { create: false }),
    await openPostgresTables(url, { create: true }),
  ];
  const first = ['consent_texts', 'consents', 'notifyme_signups', 'events'];
  for (const table of COPY_TABLES.filter(({ name }) => first.includes(name))) {
    for await (const rows of source.read(table, null)) {
      await target.write(table, rows.slice(0, 700));
      break;
    }
  }
  await Promise.all([source.close(), target.close()]);
  for (let run = 0; run < 2; run++) expect(await copyTo(url, file)).toMatch(/^events +1200$/m);
});

/** Changes that a site made after it was copied, which a second copy would undo. */
const CHANGES: [table: string, act: (store: SiteStore) => Promise<unknown>][] = [
  ['events', (store) => store.recordEvents(batch())],
  ['consent_texts', (store) => store.publishConsentTexts([{ ...text('two'), recipient: null }])],
  ['audit', (store) => store.eraseSignups('jane@example.org', NOON)],
  ['page_counts', (store) => store.addPageCounts('2026-03-14T14:15', new Map([['/', 1]]))],
  ['ended_sessions', (store) => store.endSession({ hash: 'c'.repeat(43), endsAt: LATER }, NOON)],
  [
    'relay_state',
    (store) =>
      store.settleDeliveries({ through: 999, delivered: 6, skipped: {}, setAside: null, at: NOON }),
  ],
];

postgresTest(
  'a copy overwrites no table of a database that has changed since the last copy',
  async () => {
    const { file, url } = await createCopy();
    const held = () =>
      Promise.all(COPY_TABLES.map(({ name }) => ask(url, `SELECT * FROM ${name}`)));
    const place = (table: string) => COPY_TABLES.findIndex(({ name }) => name === table);
    // From the last table on: of several that differ, the first is named.
    for (const [table, act] of CHANGES.toSorted(([a], [b]) => place(b) - place(a))) {
      const store = await openPostgresStore(url);
      await act(store);
      await store.close();
      const before = await held();
      await expect(copyTo(url, file)).rejects.toThrow(`holds other ${table} than this one`);
      expect(await held()).toEqual(before);
    }
  },
);

postgresTest(
  'a copy continues when the site has changed since, and expired sign-outs do not count',
  async () => {
    const { file, url } = await createCopy();
    await ask(url, `UPDATE ended_sessions SET ends_at = '2026-03-14T12:00:30Z'`);
    const store = openSqliteStore(file);
    for (const [table, act] of CHANGES)
      if (!['audit', 'ended_sessions'].includes(table)) await act(store);
    await store.endSession({ hash: 'c'.repeat(43), endsAt: LATER + 1 }, LATER);
    await store.close();
    expect(await copyTo(url, file)).toMatch(/^events +1201$[\s\S]*^ended_sessions +3$/m);
    const kept = await ask(url, 'SELECT hash FROM ended_sessions');
    expect(kept).toContainEqual({ hash: 'c'.repeat(43) });
  },
);

postgresTest.for([
  ['events', `UPDATE events SET path = '/elsewhere'`],
  ['events', `UPDATE events SET properties = '{"z":1}'`],
  ['events', 'DELETE FROM events'],
  ['notifyme_signups', `UPDATE notifyme_signups SET name = 'J'`],
])('a copy whose %s differ from the source is found: %s', async ([table, sql]) => {
  const { file, url } = await createCopy();
  // Not the last row: a copy would continue after that one.
  await ask(url, `${sql} WHERE seq = (SELECT min(seq) FROM ${table})`);
  await expect(copyTo(url, file)).rejects.toThrow(`the ${table} of the two databases differ`);
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
    await expect(copying).rejects.toThrow('holds other consent_texts than this one');
  }
  const failing = (...args: string[]) => expect(runData(copyCommand, file, args)).rejects;
  await failing().toThrow(/copy needs --to/);
  await failing('--to', 'site.db').toThrow(/expects file: and a path, or postgres:/);
  for (const own of [file, `${file}-wal`])
    await failing('--to', `file:${own}`).toThrow(/belongs to the database/);
  await failing('--to', 'postgres://jane:hush@127.0.0.1:1/site').toThrow(
    /^the database postgres:\/\/127\.0\.0\.1:1\/site cannot be reached/,
  );
  const lock = takeServerLock(file);
  await failing('--to', `file:${inFolder()}`).toThrow(/in use by another server/);
  lock?.release();
  expect(dump(file)).toEqual(before);
});
