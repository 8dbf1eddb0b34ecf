import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openSqliteStore } from '../../store/sqlite/open-store.ts';
import { grant, JANE, newId } from '../../store/testing/store-contract-data.ts';
import { openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData, tryData, UNDO_LAST_MIGRATION } from '../../testing/sites/run-data.ts';
import { inviteSomebody } from '../../testing/sites/worked-list.ts';
import { NOON, temporaryFolder } from '../../testing/test-app.ts';
import { backupCommand } from './backup-command.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

const NEWER = `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${Date.UTC(2099, 2, 14)})`;

test('a database that this program wrote is whole, and its rows are counted', async () => {
  const { database: file } = await openKeptSite(openSqliteStore);
  expect(JSON.parse(await runData(verifyCommand, file, ['--json']))).toMatchObject({
    counts: { signups: 2, consents: 2, events: 6 },
    problems: [],
  });
  expect(await runData(verifyCommand, file)).toMatch(/^events +6\nintact +\d+ rules hold$/m);
});

test('a withdrawal may name a text that was never published, and a note say what will happen', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const later = { decidedAt: NOON + 9000, recordedAt: NOON + 9000 };
  const withdrawal = { analytics: false, revision: 9, textHash: 'unknown', ...later };
  expect((await store.recordDecision(grant(withdrawal))).outcome).toBe('appended');
  const at = NOON + 400 * DAY_MS;
  await store.addNote({ id: newId(), at, kind: 'note', text: 'Product Hunt' });
  expect(await runData(verifyCommand, file)).toMatch(/^intact +\d+ rules hold$/m);
});

test('rows that a clock wrote which was years ahead are a remark, and their backup can be restored', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const at = NOON + 1_000 * DAY_MS;
  await store.recordDecision(grant({ decidedAt: at, recordedAt: at }));
  await store.close();
  const copy = join(temporaryFolder(), 'copy.db');
  await runData(backupCommand, file, [copy]);
  const remark =
    /^remark +rows dated in the future, by a clock that was ahead: 1 in consents\nintact /m;
  expect(await runData(verifyCommand, copy)).toMatch(remark);
  await runData(restoreCommand, join(temporaryFolder(), 'site.db'), [copy]);
});

test('a saved funnel that this version cannot read is a remark', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const rest = { order: 'ordered', window: 7, breakdown: null, among: null } as const;
  const id = newId();
  await store.saveFunnel({ id, name: 'Team', steps: ['*', 'a:b'], ...rest }, 50);
  expect(await runData(verifyCommand, file)).toMatch(
    new RegExp(`^remark +this version cannot read the saved funnel ${id}\nintact `, 'm'),
  );
});

test('invitations that were sent leave a whole database', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await inviteSomebody(store);
  expect(await runData(verifyCommand, file)).toMatch(/^intact +\d+ rules hold$/m);
});

const LIST_ROWS = `INSERT INTO signup_decisions (signup_id, decision, decided_at) SELECT id, 'maybe', ${NOON} FROM notifyme_signups;
  INSERT INTO invitations (token_hash, signup_id, created_at, expires_at, by_person) SELECT id, id, ${NOON}, ${NOON}, 0 FROM notifyme_signups;
  INSERT INTO mailings (id, content, state, created_at, people) VALUES ('0195a000-0000-7000-8000-000000000001', '{}', 'lost', ${NOON}, 0);
  INSERT INTO mailing_recipients (mailing_id, signup_id, message_id, state, attempts, due_at)
    SELECT '0195a000-0000-7000-8000-000000000001', id, id, 'lost', 0, ${NOON} FROM notifyme_signups`;

const BROKEN: [string, string, RegExp][] = [
  [
    'a mark',
    "INSERT INTO marks (name, value, at) VALUES ('clock', '', 99999999999999999)",
    /1 marks, silences, links or messages at a time/,
  ],
  ['a decision', LIST_ROWS, /2 decisions of an unknown kind/],
  ['an invitation', LIST_ROWS, /2 invitations without a hash/],
  ['a mailing', LIST_ROWS, /1 mailings in a state/],
  ['a recipient', LIST_ROWS, /2 recipients of mailings in a state/],
  ['an id', "UPDATE events SET id = 'X' WHERE seq = 2", /1 events whose id .*e\.g\. row 2/],
  [
    'an id in capitals',
    'UPDATE events SET consent_id = upper(consent_id)',
    /6 events whose consent id/,
  ],
  ['a session', "UPDATE events SET session_id = '1' WHERE seq = 1", /1 events whose session id/],
  ['a time of receipt', 'UPDATE events SET received_at = 1', /6 events received at an impossible/],
  [
    'a time of an event',
    `UPDATE events SET occurred_at = ${NOON * 2}`,
    /6 events that occurred after/,
  ],
  ['properties', "UPDATE events SET properties = '[1]' WHERE seq = 3", /1 events whose properties/],
  [
    'properties that are no JSON',
    "UPDATE events SET properties = '{' WHERE seq = 3",
    /1 events whose properties/,
  ],
  [
    'seq',
    "UPDATE sqlite_sequence SET seq = 4 WHERE name = 'events'",
    /2 events after the last assigned seq/,
  ],
  [
    'the cursor',
    'INSERT INTO relay_state (id, last_seq) VALUES (1, 99)',
    /1 delivery cursors after/,
  ],
  [
    'a dead letter',
    "INSERT INTO relay_dead_letters VALUES (1, 'x', 1)",
    /1 events set aside before/,
  ],
  [
    'a reference',
    "PRAGMA foreign_keys = OFF; INSERT INTO relay_dead_letters VALUES (77, 'x', 1)",
    /1 rows refer to one that is gone, in relay_dead_letters/,
  ],
  ['a text', 'DELETE FROM consent_texts', /2 grants to a text that is not on record/],
  [
    'a gap in the texts',
    'UPDATE consent_texts SET revision = 2',
    /1 consent texts that are missing/,
  ],
  ['a trigger', 'DROP TRIGGER consents_no_update', /1 missing triggers/],
  [
    'a copy for reports',
    'INSERT INTO event_chunks VALUES (0, 1, 1, 5, NULL)',
    /1 copies of events for reports with too few.*e\.g\. row 0/,
  ],
  ['a pass', 'INSERT INTO retention_pass VALUES (1)', /1 permissions to delete proof/],
  [
    'a flag',
    'DROP TRIGGER consents_no_update; UPDATE consents SET gpc = 2',
    /2 consents with a decision/,
  ],
  [
    'a grant against GPC',
    'DROP TRIGGER consents_no_update; UPDATE consents SET gpc = 1',
    /2 grants against/,
  ],
  [
    'a time of a decision',
    `DROP TRIGGER consents_no_update; UPDATE consents SET recorded_at = 1, decided_at = ${NOON}`,
    /2 consents recorded at .*2 consents decided after/,
  ],
  [
    'a signup',
    "UPDATE notifyme_signups SET id = 'x', email = 'y' || name, signup_type = 'z', created_at = 1 WHERE name = 'jane'",
    /signups whose id .*without an e-mail .*unknown type.*impossible time/,
  ],
  [
    'a confirmation of a signup',
    `UPDATE notifyme_signups SET confirmed_at = 1 WHERE name = 'jane'`,
    /1 signups confirmed at an impossible time/,
  ],
  [
    'a message',
    `INSERT INTO outbox (id, kind, payload, state, attempts, created_at, due_at, settled_at)
       VALUES ('x', 'confirmation', '{}', 'lost', 0, 1, 1, NULL),
       ('${JANE}', 'confirmation', '{}', 'sent', 1, ${NOON}, ${NOON}, ${NOON})`,
    /1 messages in the outbox in a state .*2 settled messages that still hold/,
  ],
  [
    'what a message says',
    `INSERT INTO outbox (id, kind, payload, state, attempts, created_at, due_at)
       VALUES ('${JANE}', 'digest', 'not json', 'waiting', 0, ${NOON}, ${NOON})`,
    /1 settled messages that still hold their content, or waiting ones without any/,
  ],
  [
    'a token',
    `INSERT INTO confirmations (token_hash, code_hash, tries, created_at, expires_at)
       VALUES ('x', 'y', 0, ${NOON}, 1)`,
    /1 confirmations without a hash/,
  ],
  [
    'a note',
    `INSERT INTO notes VALUES ('x', 1, 'note', 'Product Hunt'), ('${JANE}', ${NOON}, 'note', '')`,
    /2 notes of an unknown kind, without a text or at an impossible time/,
  ],
  [
    'an alert',
    `INSERT INTO alerts VALUES ('${JANE}', 'no_signups', 'No.', ${NOON}, ${NOON}, 1)`,
    /1 alerts at an impossible time/,
  ],
  [
    'a session that was signed out',
    `INSERT INTO ended_sessions VALUES ('x', ${NOON}), ('${'a'.repeat(43)}', 1)`,
    /2 signed-out sessions without a hash/,
  ],
  [
    'a count',
    `INSERT INTO page_counts SELECT value, '/', 1 FROM json_each('["today", "2026-02-30", "2026-03-14T12:15", "2026-03-14"]');
     INSERT INTO client_quarters VALUES ('visited', '2026-03-14T12:10', 1);
     INSERT INTO page_quarters SELECT '/', value, 1 FROM json_each('["2026-03-14T12:10", "2026-03-14T24:00", "2026-03-14 12:00", "2026-03-14T12:15", "2026-03-14"]')`,
    /8 counts with an impossible time/,
  ],
];

test.each(BROKEN)('%s that is broken is named, without personal data', async (_, sql, expected) => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  const db = new Sqlite(file);
  db.exec(sql);
  db.close();
  const { printed, problem } = await tryData(verifyCommand, file);
  expect(problem).toBe(`${file} is broken`);
  expect(printed.replaceAll('\n', ' ')).toMatch(expected);
  expect(printed).not.toMatch(/jane|example\.org/);
});

const FOREIGN: [string, string, RegExp][] = [
  [
    'a trigger',
    'CREATE TRIGGER spy AFTER INSERT ON events BEGIN DELETE FROM notifyme_signups; END',
    /1 foreign triggers: spy$/,
  ],
  [
    'a trigger with the name of ours',
    'DROP TRIGGER audit_no_update; CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN DELETE FROM events; END',
    /1 foreign triggers: audit_no_update$/,
  ],
  ['a view', 'CREATE VIEW people AS SELECT * FROM notifyme_signups', /1 foreign views: people$/],
  [
    'a view in the place of a table',
    'ALTER TABLE notes RENAME TO own; CREATE VIEW notes AS SELECT * FROM own',
    /1 foreign tables: own; 1 foreign views: notes$/,
  ],
  ['a virtual table', 'CREATE VIRTUAL TABLE words USING fts5(word)', /6 foreign tables: words, /],
  ['an index', 'CREATE INDEX slow ON events (hex(properties))', /1 foreign indexes: slow$/],
  [
    'an index that its version does not have',
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)',
    /1 foreign tables: saved_funnels$/,
  ],
  ['a column', "ALTER TABLE marks ADD COLUMN spy TEXT DEFAULT 'x'", /1 foreign tables: marks$/],
];

test.each(FOREIGN)(
  'a database with %s of another program is named, and neither it nor its backup is restored',
  async (_, sql, expected) => {
    const { database: file, store } = await openKeptSite(openSqliteStore);
    await store.close();
    const copy = join(temporaryFolder(), 'copy.db');
    copyFileSync(file, copy);
    const db = new Sqlite(copy);
    db.exec(sql);
    db.close();
    const { printed } = await tryData(verifyCommand, file, [copy]);
    const named = [...printed.matchAll(/^broken +(.*)$/gm)].map(([, what]) => what).join('; ');
    expect(named).toMatch(expected);
    expect((await tryData(restoreCommand, file, [copy, '--anyway'])).problem).toBe(
      `${copy} is broken: ${named}`,
    );
    const backup = join(temporaryFolder(), 'backup.db');
    expect((await tryData(backupCommand, copy, [backup])).problem).toMatch(/restore refuses it: /);
    expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
  },
);

test('statistics of SQLite, and a database from before its id was set, are no fault', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  const db = new Sqlite(file);
  expect(db.pragma('application_id', { simple: true })).toBe(0x4475626b);
  db.exec('ANALYZE; PRAGMA application_id = 0');
  db.close();
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
});

test.each([
  ['an empty file', '', /is not a backup of this program: it is empty; name another file$/],
  [
    'a database of another program',
    'CREATE TABLE moz_cookies (id)',
    /is not a backup of this program: it is a database of another program; name another file$/,
  ],
  [
    'a database of another program with an id',
    'PRAGMA application_id = 7; CREATE TABLE __drizzle_migrations (created_at)',
    /it is a database of another program; name another file$/,
  ],
  [
    'a newer database',
    NEWER,
    /^the database \S+copy\.db was written by a newer version .*2099-03-14/,
  ],
])('%s is refused in one line, as a backup and as the database', async (_, sql, expected) => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  const copy = join(temporaryFolder(), 'copy.db');
  if (sql === NEWER) copyFileSync(file, copy);
  else writeFileSync(copy, '');
  const db = new Sqlite(copy);
  db.exec(sql);
  db.close();
  const before = readFileSync(copy);
  const refused = [
    await tryData(verifyCommand, file, [copy]),
    await tryData(restoreCommand, file, [copy, '--anyway']),
  ];
  for (const { problem } of refused) expect(problem).toMatch(expected);
  expect((await tryData(verifyCommand, copy)).problem).toMatch(
    /^the database \S+ (cannot be used|was)/,
  );
  if (sql !== '') expect(() => openSqliteStore(copy)).toThrow();
  expect(readFileSync(copy).equals(before)).toBe(true);
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
});

test('an older database is checked as far as possible, and a file that is no database is reported', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  const db = new Sqlite(file);
  db.exec(UNDO_LAST_MIGRATION);
  db.close();
  expect(await runData(verifyCommand, file)).toMatch(/^version +older/m);
  const part = join(temporaryFolder(), 'part.db');
  copyFileSync(file, part);
  const lacking = new Sqlite(part);
  lacking.exec('DROP TABLE marks');
  lacking.close();
  expect((await tryData(verifyCommand, part)).printed).toMatch(
    /^broken +1 missing tables: marks$/m,
  );
  const notes = join(temporaryFolder(), 'notes.txt');
  writeFileSync(notes, 'no database\n'.repeat(999));
  await expect(runData(verifyCommand, file, [notes])).rejects.toThrow(
    /^the file \S+notes\.txt is not an intact SQLite database: file is not a database; name another/,
  );
  await expect(runData(verifyCommand, file, [join(notes, 'none')])).rejects.toThrow(
    /^there is no file at \S+none; name one that exists$/,
  );
  await expect(runData(verifyCommand, notes)).rejects.toThrow(
    /^the database \S+notes\.txt is not an intact SQLite database: .*; restore .* DATABASE_URL/,
  );
  await expect(runData(verifyCommand, join(notes, 'none'))).rejects.toThrow(/no database at/);
});
