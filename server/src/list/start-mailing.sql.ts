import type { MailingContent } from '#shared/list';
import { AT_ONCE } from '../mail/outbox/outbox-rule.ts';
import { listSecret } from '../mail/personal-messages.sql.ts';
import type { RecipientsStep, StartOutcome } from '../store/list-store.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { groupOf, SELECT_LAST, SELECT_MEANT } from './audience.sql.ts';
import { noteHome, pauseCopies } from './copies.sql.ts';
import { readMailing } from './mailings.sql.ts';

/** The recipients of a large list are fixed in half a minute. */
const ABANDONED_MS = 10 * 60_000;

const PREPARE = sql(`
  UPDATE mailings SET state = 'starting', started_at = {at:time}
  WHERE id = {id:text} AND state IN ('draft', 'starting')`);
// Each step of a start sets the time. One that is far ahead comes from a clock that was wrong.
const SELECT_ABANDONED = sql(`
  SELECT id FROM mailings WHERE state = 'starting' AND started_at NOT BETWEEN {from:time} AND {to:time} FOR UPDATE`).rows<{
  id: string;
}>();
const SELECT_CONTENT = sql('SELECT content FROM mailings WHERE id = {id:text}').rows<{
  content: MailingContent;
}>({ content: 'json' });
const LOCK = sql('SELECT id FROM mailings WHERE id = {id:text} FOR UPDATE');
const START = sql(`
  UPDATE mailings SET state = 'sending', started_at = {at:time}, people = {people:int} WHERE id = {id:text}`);
const REDRAFT = sql(
  "UPDATE mailings SET state = 'draft', started_at = NULL WHERE id = {id:text} AND state = 'starting'",
);
const DROP_RECIPIENTS = sql('DELETE FROM mailing_recipients WHERE mailing_id = {id:text}');
/** Nobody may be found for two mailings that start at once. The number is arbitrary. SQLite has one writer. */
const LOCK_AUDIENCES = sql({
  sqlite: 'SELECT 1 WHERE false',
  postgres: 'SELECT pg_advisory_xact_lock(1685414500, 2)',
});
const ADD = sql(`
  INSERT INTO mailing_recipients (mailing_id, signup_id, message_id, state, attempts, due_at)
  SELECT {mailingId:text}, {signupId:text}, {messageId:text}, 'waiting', 0, {dueAt:time} FROM {each} WHERE true
  ON CONFLICT DO NOTHING`);

export function* addRecipients(db: Db, step: RecipientsStep): Op<string | null> {
  const { mailingId, limit, messageIds, at } = step;
  yield* db.all(LOCK_AUDIENCES, {});
  if ((yield* db.run(PREPARE, { id: mailingId, at })) === 0) return null;
  const mailing = yield* db.get(SELECT_CONTENT, { id: mailingId });
  if (!mailing) return null;
  // Those of a start that was broken off may have left the group since.
  if (step.after === null) yield* db.run(DROP_RECIPIENTS, { id: mailingId });
  const page = { after: step.after ?? '', limit };
  const group = groupOf(mailing.content.audience, mailingId);
  const found = yield* db.all(SELECT_MEANT, { ...group, ...page });
  yield* db.each(
    ADD,
    found.map(({ id }, index) => {
      const messageId = messageIds[index];
      if (messageId === undefined) throw new RangeError('there are fewer ids than people');
      return { mailingId, signupId: id, messageId, dueAt: AT_ONCE };
    }),
  );
  const seen = yield* db.get(SELECT_LAST, page);
  return seen && seen.count === limit ? seen.last : null;
}

export function* startMailing(
  db: Db,
  home: string,
  id: string,
  people: number,
  at: number,
): Op<StartOutcome> {
  yield* db.all(LOCK, { id });
  const mailing = yield* readMailing(db, id);
  if (mailing?.state !== 'starting') return { outcome: 'not_draft' };
  const { waiting } = mailing.recipients;
  if (waiting !== people) {
    yield* redraft(db, id);
    return { outcome: 'other_number', people: waiting };
  }
  yield* listSecret(db, at);
  yield* pauseCopies(db, home, at); // the others
  yield* noteHome(db, home, at);
  yield* db.run(START, { id, people, at });
  return { outcome: 'started' };
}

/** Makes a mailing a draft again whose start was broken off, because the process died. */
export function* redraftAbandoned(db: Db, now: number): Op<void> {
  const times = { from: now - ABANDONED_MS, to: now + ABANDONED_MS };
  for (const { id } of yield* db.all(SELECT_ABANDONED, times)) yield* redraft(db, id);
}

function* redraft(db: Db, id: string): Op<void> {
  yield* db.run(DROP_RECIPIENTS, { id });
  yield* db.run(REDRAFT, { id });
}
