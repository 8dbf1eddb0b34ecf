import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { blockHashOf, discountCodeOf, proofHashOf } from '../../mail/list-secret.ts';
import { tables } from '../../store/sqlite/connection/schema.ts';
import { JANE, NOON, newId } from '../../store/testing/store-contract-data.ts';
import { change, createKeptFile } from '../../testing/sites/kept-site.ts';
import { runData } from '../../testing/sites/run-data.ts';
import { exportCommand } from './export-person.ts';

// A new table or column fails here until an export has it, or a reason stands below.

const SEQ = 'the order of arrival in this database';
/** Tables that hold nothing of anybody, or nothing else. */
const OF_NOBODY: Record<string, string> = {
  consent_refusals: 'counts',
  refusal_quarters: 'counts',
  page_counts: 'counts',
  page_quarters: 'counts',
  client_quarters: 'counts',
  people: 'of the team',
  passkeys: 'of the team',
  person_sessions: 'of the team',
  retention_pass: 'empty between transactions',
  signup_search: 'of an earlier version: a copy of the signup',
  event_chunks: 'a copy of the events, to count in',
  webhooks_off: 'receivers of the team',
  relay_state: 'how far the delivery is',
  relay_counts: 'counts',
  relay_dead_letters: 'why PostHog refused an event, which is exported itself',
  ended_sessions: 'of the console',
  notes: 'of the team, about the site',
  saved_funnels: 'of the team',
  alerts: 'about the site',
  alert_silences: 'of the team',
  marks: 'about the site',
  mailings: 'the same words for everybody; those of a person are in the code and the name',
};
const SECRET = 'a secret: who has it acts for the person';
const STAFF = 'a name of staff';
const NEXT_TRY = 'when the software tries again';
/** Columns of the other tables that an export leaves out. */
const LEFT_OUT: Record<string, string> = {
  'audit.id': SEQ,
  'audit.counts': 'of no act for a person',
  'audit.done_by': STAFF,
  'audit.person_id': STAFF,
  'audit.thing': 'the mailing, which the export has',
  'signup_decisions.decided_by': STAFF,
  'consents.id': SEQ,
  'events.seq': SEQ,
  'consent_texts.recipient': 'is in the text',
  'consent_texts.revision': 'of the site; each decision has its own',
  'consent_texts.published_at': 'of the site',
  'launch_texts.language': 'of the site; the signup has the text',
  'launch_texts.kind': 'as in the signup',
  'launch_texts.published_at': 'of the site',
  'confirmations.token_hash': SECRET,
  'confirmations.code_hash': SECRET,
  'confirmations.removed_at': 'only of a signup that is gone, and then of nobody',
  'invitations.token_hash': SECRET,
  'signup_proofs.address_hash': 'a key that finds the proof; the address is asked for',
  'blocked_mailboxes.hash': 'a key that finds the block; the address is asked for',
  'outbox.id': SEQ,
  'outbox.recipient': 'an export has the mail; what the team is told is the signup itself',
  'outbox.visitor_hash': 'nothing writes it',
  'outbox.payload': SECRET,
  'outbox.due_at': NEXT_TRY,
  'outbox.settled_at': 'for the time at which the row is deleted',
  'outbox.priority': NEXT_TRY,
  'outbox.mailbox': 'a hash of the exported address, for some days',
  'mailing_recipients.message_id': SEQ,
  'mailing_recipients.due_at': NEXT_TRY,
};

/** Values that have few forms, or that lead to the person. */
const EMAIL = 'eve@example.org';
const SIGNUP_ID = newId();
const SECRET_OF_SITE = 'secret-of-this-test';
const GIVEN: Record<string, string | number | null> = {
  'notifyme_signups.id': SIGNUP_ID,
  'notifyme_signups.email': EMAIL,
  'notifyme_signups.signup_type': 'beta',
  'notifyme_signups.launch_text_hash': 'hash of a launch text',
  'launch_texts.hash': 'hash of a launch text',
  'consents.text_hash': 'hash of a question',
  'consents.analytics': 1,
  'consents.gpc': 0,
  'consent_texts.hash': 'hash of a question',
  'consent_texts.text': '{"title":"consent_texts.text"}',
  'audit.counts': '{}',
  'events.properties': '{"x":"events.properties"}',
  'signup_decisions.decision': 'accepted',
  'invitations.by_person': 1,
  'mailings.state': 'done',
  'mailings.content': '{}',
  'mailing_recipients.state': 'refused',
  'outbox.recipient': 'mail',
  'outbox.state': 'refused',
  'outbox.payload': null,
  'signup_proofs.address_hash': proofHashOf(SECRET_OF_SITE, EMAIL),
  'blocked_mailboxes.hash': blockHashOf(SECRET_OF_SITE, EMAIL),
};
/** Flags say nothing by their value alone, and JSON is laid out. */
const SAID: Record<string, string> = {
  'consent_texts.text': '"title": "consent_texts.text"',
  'events.properties': '"x": "events.properties"',
  'consents.analytics': '"analytics": true',
  'consents.gpc': '"gpc": false',
  'invitations.by_person': '"byPerson": true',
};

test('an export holds each column that is about a person, and what it leaves out has a reason', async () => {
  const file = await createKeptFile();
  let last = 0;
  const cells: { name: string; value: string | number | null; isNumber: boolean }[] = [];
  const inserts = Object.values(tables).flatMap((table) => {
    const { name: of, columns } = getTableConfig(table);
    if (of in OF_NOBODY && of !== 'mailings') return [];
    const values = columns.map((column) => {
      const name = `${of}.${column.name}`;
      const isNumber = column.getSQLType() === 'integer';
      const value =
        name in GIVEN
          ? (GIVEN[name] ?? null)
          : column.name === 'signup_id'
            ? SIGNUP_ID
            : column.name === 'consent_id'
              ? JANE
              : column.name === 'mailing_id' || name === 'mailings.id'
                ? 'id of a mailing'
                : isNumber
                  ? NOON + ++last * 60_000
                  : name;
      if (of !== 'mailings') cells.push({ name, value, isNumber });
      return typeof value === 'string' ? `'${value}'` : String(value);
    });
    return `INSERT INTO ${of} (${columns.map(({ name }) => name)}) VALUES (${values});`;
  });
  const secret = `INSERT OR REPLACE INTO marks (name, value, at) VALUES ('list_secret', '${SECRET_OF_SITE}', 0);`;
  change(file, `PRAGMA foreign_keys = OFF; ${secret} ${inserts.join('\n')}`);
  const who = ['--email', EMAIL, '--consent-id', JANE];
  const printed = await runData(exportCommand, file, who);
  const isThere = ({ name, value, isNumber }: (typeof cells)[number]) =>
    SAID[name] !== undefined
      ? printed.includes(SAID[name])
      : isNumber
        ? printed.includes(new Date(Number(value)).toISOString()) || printed.includes(`: ${value}`)
        : printed.includes(String(value));
  const missing = cells.filter((cell) => !(cell.name in LEFT_OUT) && !isThere(cell));
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(printed).toContain(discountCodeOf(SECRET_OF_SITE, SIGNUP_ID));
  const known = new Set(cells.map(({ name }) => name));
  expect(Object.keys(LEFT_OUT).filter((name) => !known.has(name))).toEqual([]);
  const names = Object.values(tables).map((table) => getTableConfig(table).name);
  expect(Object.keys(OF_NOBODY).filter((name) => !names.includes(name))).toEqual([]);
});
