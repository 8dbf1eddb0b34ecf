import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { grant, JANE, newId } from '../../store/testing/store-contract-data.ts';
import { change, createKeptFile, openKeptSite } from '../../testing/sites/kept-site.ts';
import { createOldFile } from '../../testing/sites/old-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { inviteSomebody } from '../../testing/sites/worked-list.ts';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.ts';
import { NOON } from '../../testing/test-app.ts';
import { invariants } from '../../upkeep/sqlite/verify-database.ts';
import { backupCommand } from './backup-command.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

const brokenIn = (printed: string) =>
  [...printed.matchAll(/^broken +(.*)$/gm)].map(([, what = '']) => what);

test('a database with what this program writes is whole, and its rows are counted; rows dated years ahead are sound, and its backup can be restored', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await inviteSomebody(store);
  // A withdrawal may name a text that was never published, and a note may say what will happen.
  const later = { decidedAt: NOON + 9000, recordedAt: NOON + 9000 };
  const withdrawal = { analytics: false, revision: 9, textHash: 'unknown', ...later };
  expect((await store.recordDecision(grant(withdrawal))).outcome).toBe('appended');
  await store.addNote({ id: newId(), at: NOON + 400 * DAY_MS, kind: 'note', text: 'Launch' });
  expect(await runData(verifyCommand, file)).toMatch(/^events +6\nintact +every rule holds$/m);
  expect(JSON.parse(await runData(verifyCommand, file, ['--json']))).toMatchObject({
    counts: { signups: 3, consents: 3, events: 6 },
    problems: [],
  });
  const at = NOON + 1_000 * DAY_MS;
  await store.recordDecision(grant({ decidedAt: at, recordedAt: at }));
  const copy = temporaryFile('copy.db');
  await runData(backupCommand, file, [copy]);
  expect(await runData(verifyCommand, copy)).toMatch(/^intact/m);
  await runData(restoreCommand, temporaryFile('site.db'), [copy]);
});

/** Breaks each rule, and a reference, and takes a trigger away. */
const BREAK = `
  PRAGMA foreign_keys = OFF;
  PRAGMA ignore_check_constraints = ON;
  INSERT INTO relay_dead_letters VALUES (100, 'x', 1);
  DROP TRIGGER consents_no_update;
  UPDATE events SET properties = iif(seq = 3, '[1]', '{') WHERE seq IN (3, 6);
  INSERT INTO relay_state (id, last_seq) VALUES (1, 99);
  INSERT INTO retention_pass VALUES (1);
  UPDATE consent_texts SET revision = 2;
  UPDATE consents SET gpc = 2 WHERE consent_id = '${JANE}';
  UPDATE notifyme_signups SET signup_type = 'z' WHERE name = 'jane';
  INSERT INTO outbox (id, kind, payload, state, attempts, created_at, due_at, settled_at)
    VALUES ('x', 'confirmation', '{', 'lost', 0, 1, 1, NULL);
  INSERT INTO signup_decisions (signup_id, decision, decided_at) VALUES ('x', 'maybe', 1);
  INSERT INTO mailings (id, content, state, created_at, people) VALUES ('x', '{', 'lost', 1, 0);
  INSERT INTO mailing_recipients (mailing_id, signup_id, message_id, state, attempts, due_at)
    VALUES ('x', 'x', 'x', 'lost', 0, 1);
  INSERT INTO notes VALUES ('x', 1, 'joke', 'a');
  INSERT INTO saved_funnels VALUES ('x', 'x', '{');
  INSERT INTO people (id, name, role, created_at) VALUES ('x', 'x', 'boss', 1)`;

test('what is broken is named, rule by rule, without personal data, and the file itself is sound', async () => {
  const file = await createKeptFile(BREAK);
  const { printed, problem } = await tryData(verifyCommand, file, ['--json']);
  expect(problem).toBe(`${file} is broken`);
  const { problems, isSound } = JSON.parse(printed);
  expect(isSound).toBe(true);
  const [references, triggers, ...found] = problems;
  expect(references).toMatch(/^3 rows refer to one that is gone, in /);
  expect(triggers).toBe('1 missing triggers: consents_no_update');
  expect(found.map((line: string) => line.replace(/^[12] /, ''))).toEqual(
    invariants().map(({ broken }) => broken),
  );
  expect(found).toContain('2 grants to a text that is not on record');
  expect(found).toContain(
    '1 open passes of retention, while which proof of consent can be deleted',
  );
  expect(found).toContain("1 rows of notes that break kind IN ('note', 'version')");
  expect(printed).not.toMatch(/jane|example\.org/);
});

const FOREIGN = `
  CREATE TRIGGER spy AFTER INSERT ON events BEGIN DELETE FROM notifyme_signups; END;
  DROP TRIGGER audit_no_update;
  CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN DELETE FROM events; END;
  CREATE VIEW persons AS SELECT * FROM notifyme_signups;
  ALTER TABLE notes RENAME TO own; CREATE VIEW notes AS SELECT * FROM own;
  CREATE VIRTUAL TABLE words USING fts5(word);
  CREATE INDEX slow ON events (hex(properties));
  ALTER TABLE marks ADD COLUMN spy TEXT DEFAULT 'x';
  DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)`;

test('what another program put into a database, or a later version, is named, and neither it nor its backup is restored', async () => {
  const file = await createKeptFile();
  const copy = temporaryFile('copy.db');
  copyFileSync(file, copy);
  change(copy, FOREIGN);
  const named = brokenIn((await tryData(verifyCommand, file, [copy])).printed);
  expect(named).toEqual([
    '14 foreign indexes: audit_person, audit_signup, audit_thing, notes_at, passkeys_person, …',
    '12 foreign tables: audit, marks, own, passkeys, people, …',
    '4 foreign triggers: audit_no_delete, audit_no_update, audit_only_cut, spy',
    '2 foreign views: notes, persons',
  ]);
  expect((await tryData(restoreCommand, file, [copy, '--anyway'])).problem).toBe(
    `${copy} is broken: ${named.join('; ')}`,
  );
  const { problem } = await tryData(backupCommand, copy, [temporaryFile('backup.db')]);
  expect(problem).toMatch(/restore refuses it: /);
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
});

const NEWER = `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${Date.UTC(2099, 2, 14)})`;
const WITH_ID = 'PRAGMA application_id = 7; CREATE TABLE __drizzle_migrations (created_at)';

test.each([
  ['an empty file', '', /is not a backup of this program: it is empty; name another file$/],
  ['another program', 'CREATE TABLE moz (id)', /: it is a database of another program; name/],
  ['another program, with an id', WITH_ID, /: it is a database of another program; name/],
  ['a newer version', NEWER, /^the database \S+copy\.db was written by a newer .*2099-03-14/],
])('a database of %s is refused in one line, and not changed', async (_, sql, expected) => {
  const file = await createKeptFile();
  const copy = temporaryFile('copy.db');
  if (sql === NEWER) copyFileSync(file, copy);
  else writeFileSync(copy, '');
  change(copy, sql);
  const before = readFileSync(copy);
  expect((await tryData(verifyCommand, file, [copy])).problem).toMatch(expected);
  expect((await tryData(restoreCommand, file, [copy, '--anyway'])).problem).toMatch(expected);
  const itself = (await tryData(verifyCommand, copy)).problem;
  expect(itself).toMatch(/^the database \S+ (cannot be used|was)/);
  if (sql !== '') expect(() => openSqliteStore(copy)).toThrow();
  expect(readFileSync(copy).equals(before)).toBe(true);
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
});

test('statistics of SQLite, and a database from before its id was set, are no fault; an older one is checked as far as possible', async () => {
  const file = await createKeptFile();
  expect(readFileSync(file).readUInt32BE(68)).toBe(0x4475626b);
  change(file, 'ANALYZE; PRAGMA application_id = 0');
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
  const old = createOldFile("DROP TABLE notes; UPDATE notifyme_signups SET signup_type = 'z'");
  const { printed } = await tryData(verifyCommand, old);
  expect(printed).toMatch(/^version +older/m);
  expect(brokenIn(printed)).toEqual([
    '2 missing indexes: notes_at, sqlite_autoindex_notes_1',
    '1 missing tables: notes',
    expect.stringMatching(/^\d+ rows of notifyme_signups that break signup_type IN /),
  ]);
  const broken = (await tryData(restoreCommand, temporaryFile('site.db'), [old])).problem;
  expect(broken).toMatch(/ is broken: .* rows of notifyme_signups that break /);
});

test('the two tables of Litestream are no fault, and one that only has their name is', async () => {
  const file = await createKeptFile();
  change(file, 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)');
  change(file, 'CREATE TABLE _litestream_lock (id INTEGER)');
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
  change(file, 'DROP TABLE _litestream_lock; CREATE TABLE _litestream_lock (id INTEGER, spy TEXT)');
  const { printed } = await tryData(verifyCommand, file);
  expect(brokenIn(printed)).toEqual(['1 foreign tables: _litestream_lock']);
});

test('what is no database, no file or not there is named', async () => {
  const file = await createKeptFile();
  const notes = temporaryFile('notes.txt');
  writeFileSync(notes, 'no database\n'.repeat(999));
  for (const command of [verifyCommand, restoreCommand])
    for (const [name, line] of [
      [
        notes,
        /^the file \S+notes\.txt is not an intact SQLite .*: file is not a database; name an/,
      ],
      [`${notes}-none`, /^there is no file at \S+-none; name one/],
      [temporaryFolder(), / is not a file; name a file$/],
      ['/dev/null', / is not a file; name a file$/],
    ] as const)
      expect((await tryData(command, file, [name])).problem).toMatch(line);
});
