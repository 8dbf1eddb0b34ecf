import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { grant, JANE, newId } from '../../store/testing/store-contract-data.ts';
import { openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { NOON, temporaryFolder } from '../../testing/test-app.ts';
import { verifyCommand } from './verify.ts';

test('a database that this program wrote is whole, and its rows are counted', async () => {
  const { database: file } = await openKeptSite(openSqliteStore);
  expect(JSON.parse(await runData(verifyCommand, file, ['--json']))).toMatchObject({
    counts: { signups: 2, consents: 2, events: 6 },
    problems: [],
  });
  expect(await runData(verifyCommand, file)).toMatch(/^events +6\nintact +\d+ rules hold$/m);
});

test('a withdrawal may name a text that was never published', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const later = { decidedAt: NOON + 9000, recordedAt: NOON + 9000 };
  const withdrawal = { analytics: false, revision: 9, textHash: 'unknown', ...later };
  expect((await store.recordDecision(grant(withdrawal))).outcome).toBe('appended');
  expect(await runData(verifyCommand, file)).toMatch(/^intact +\d+ rules hold$/m);
});

test('a note may say what will happen', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const at = NOON + 400 * DAY_MS;
  await store.addNote({ id: newId(), at, kind: 'note', text: 'Product Hunt' });
  expect(await runData(verifyCommand, file)).toMatch(/^intact +\d+ rules hold$/m);
});

const BROKEN: [string, string, RegExp][] = [
  ['an id', "UPDATE events SET id = 'X' WHERE seq = 2", /1 events whose id .*e\.g\. row 2/],
  [
    'an id in capitals',
    'UPDATE events SET consent_id = upper(consent_id)',
    /6 events whose consent id/,
  ],
  ['a session', "UPDATE events SET session_id = '1' WHERE seq = 1", /1 events whose session id/],
  [
    'a time of receipt',
    `UPDATE events SET received_at = ${NOON * 2}`,
    /6 events received at an impossible/,
  ],
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
     INSERT INTO page_quarters SELECT '/', value, 1 FROM json_each('["2026-03-14T12:10", "2026-03-14T24:00", "2026-03-14 12:00", "2026-03-14T12:15", "2026-03-14"]')`,
    /7 counts with an impossible time/,
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

test('an older database is checked as far as possible, and a file that is no database is reported', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  const db = new Sqlite(file);
  db.exec(
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)',
  );
  db.close();
  expect(await runData(verifyCommand, file)).toMatch(/^version +older/m);
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
