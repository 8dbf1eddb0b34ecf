import type { Audience, AudienceCount, MailingContent } from '#shared/list';
import { TAKES_MAIL } from '../mail/address-evidence.sql.ts';
import { AT_ONCE } from '../mail/outbox/outbox-rule.ts';
import { openLeaveLinks } from '../mail/personal-messages.sql.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import type { Stamps } from '../store/database-stamps.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { HAD_ONE, LOCK_AUDIENCES, WANTS_LAUNCH } from './mailing-recipients.sql.ts';
import { lockMailing, readMailing } from './mailings.sql.ts';
import { stampDatabase } from './stamp-database.sql.ts';

export interface RecipientsStep {
  mailingId: string;
  /** Null at first. */
  after: string | null;
  limit: number;
  messageIds: readonly string[];
  at: number;
}

type StartOutcome =
  | { outcome: 'started' | 'not_draft' | 'changed' }
  | { outcome: 'other_number'; people: number }
  /** This database is a copy, or was put back. */
  | { outcome: 'not_sent'; reason: string };

const IN_GROUP = `signup_type IN {types:texts}
  AND (signup_type <> 'beta' OR coalesce(decision, 'waiting') IN {states:texts})
  AND ({all:flag} OR coalesce(language, 'en') IN {languages:texts})` as const;
const IS_MEANT =
  `${IN_GROUP} AND confirmed_at IS NOT NULL AND ${WANTS_LAUNCH} AND ${TAKES_MAIL} AND NOT ${HAD_ONE}` as const;
const FROM_SIGNUPS =
  'FROM notifyme_signups AS signups LEFT JOIN signup_decisions ON signup_decisions.signup_id = signups.id';
const COUNT_AUDIENCE = sql(`
  SELECT signup_type AS type, CASE WHEN NOT (${IN_GROUP}) THEN 'otherGroup' WHEN confirmed_at IS NULL THEN 'unconfirmed'
    WHEN launch_declined_at IS NOT NULL THEN 'declined' WHEN launch_agreed_at IS NULL THEN 'neverShown'
    WHEN restricted_at IS NOT NULL THEN 'restricted' WHEN complained_at IS NOT NULL THEN 'complained' WHEN undeliverable_at IS NOT NULL THEN 'undeliverable' WHEN ${HAD_ONE} THEN 'wording' ELSE 'people' END AS part, count(*) AS count
  ${FROM_SIGNUPS} GROUP BY 1, 2`).rows<{
  type: 'notifyme' | 'beta';
  part: keyof AudienceCount['leftOut'] | 'people';
  count: number;
}>();
/** Whom a mailing goes to, of some signups in the order of their ids. */
const SELECT_MEANT = sql(`
  SELECT id FROM (SELECT signups.id, (${IS_MEANT}) AS meant
    ${FROM_SIGNUPS} WHERE signups.id > {after:text} ORDER BY signups.id LIMIT {limit:int}) AS step WHERE meant`).rows<{
  id: string;
}>();
/** The last of the same signups. */
const SELECT_LAST = sql(`
  SELECT max(id) AS last, count(*) AS count FROM
    (SELECT id FROM notifyme_signups WHERE id > {after:text} ORDER BY id LIMIT {limit:int}) AS step`).rows<{
  last: string | null;
  count: number;
}>();
/** Returns the parameters of these statements. */
const groupOf = ({ types, states, languages }: Audience, mailingId: string) => ({
  types,
  states,
  languages,
  all: languages.length === 0,
  mailingId,
});

export function* countAudience(db: Db, audience: Audience): Op<AudienceCount> {
  const count = {
    people: 0,
    byType: { notifyme: 0, beta: 0 },
    leftOut: {
      ...{ unconfirmed: 0, neverShown: 0, declined: 0, restricted: 0 },
      ...{ complained: 0, undeliverable: 0, wording: 0, otherGroup: 0 },
    },
  };
  for (const row of yield* db.all(COUNT_AUDIENCE, groupOf(audience, ''))) {
    if (row.part === 'people') {
      count.people += row.count;
      count.byType[row.type] += row.count;
    } else count.leftOut[row.part] += row.count;
  }
  return count;
}

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
const START = sql(`
  UPDATE mailings SET state = 'sending', started_at = {at:time}, people = {people:int} WHERE id = {id:text}`);
const REDRAFT = sql(
  "UPDATE mailings SET state = 'draft', started_at = NULL WHERE id = {id:text} AND state = 'starting'",
);
const DROP_RECIPIENTS = sql('DELETE FROM mailing_recipients WHERE mailing_id = {id:text}');
const ADD = sql(`
  INSERT INTO mailing_recipients (mailing_id, signup_id, message_id, state, attempts, due_at)
  SELECT {mailingId:text}, {signupId:text}, {messageId:text}, 'waiting', 0, {dueAt:time} FROM {each} WHERE true
  ON CONFLICT DO NOTHING`);

/**
 * Fixes some of the recipients of a draft that starts. To be called until it returns null, each time with what it
 * returned, and with an id for each message.
 */
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
  yield* openLeaveLinks(
    db,
    found.map(({ id }) => id),
    at,
  );
  const seen = yield* db.get(SELECT_LAST, page);
  return seen && seen.count === limit ? seen.last : null;
}

/** Sends a mailing whose recipients are fixed if they are as many as was said, or makes it a draft again. */
export function* startMailing(
  db: Db,
  stamps: Stamps,
  id: string,
  people: number,
  at: number,
  /** The version that was read before; null for any. */
  seen: string | null = null,
  by?: Actor,
): Op<StartOutcome> {
  yield* lockMailing(db, id);
  const mailing = yield* readMailing(db, id);
  if (mailing?.state !== 'starting') return { outcome: 'not_draft' };
  if (seen !== null && mailing.version !== seen) {
    yield* redraft(db, id);
    return { outcome: 'changed' };
  }
  const { waiting } = mailing.recipients;
  if (waiting !== people) {
    yield* redraft(db, id);
    return { outcome: 'other_number', people: waiting };
  }
  const stamped = yield* stampDatabase(db, stamps, at);
  if ('refusal' in stamped) {
    yield* redraft(db, id);
    return { outcome: 'not_sent', reason: stamped.refusal };
  }
  yield* db.run(START, { id, people, at });
  yield* recordAct(db, by, 'start', { thing: id });
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
