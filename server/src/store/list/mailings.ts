import type { Audience, AudienceCount, Mailing, MailingContent } from '#shared/list';
import type { RecipientState } from '#shared/list-values';
import type { RecipientsStep, StartOutcome, TroubledRecipient } from '../list-store.ts';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';
import { noteHome, pauseCopies } from './copies.ts';
import { listSecret } from './personal-messages.ts';
import { finishMailings } from './recipients.ts';

interface MailingRow extends Omit<Mailing, 'recipients' | 'words' | 'audience'> {
  content: MailingContent;
}

const COLUMNS =
  'id, content, state, reason, created_at AS "createdAt", started_at AS "startedAt", ended_at AS "endedAt", people';
const SELECT_ALL = sql(
  `SELECT ${COLUMNS} FROM mailings ORDER BY created_at DESC, id DESC LIMIT 100`,
).rows<MailingRow>({ content: 'json' });
const SELECT_ONE = sql(
  `SELECT ${COLUMNS} FROM mailings WHERE id = {id:text} FOR UPDATE`,
).rows<MailingRow>({ content: 'json' });
const COUNT_RECIPIENTS = sql(`
  SELECT mailing_id AS id, state, count(*) AS count FROM mailing_recipients
  WHERE mailing_id IN {ids:texts} GROUP BY mailing_id, state`).rows<{
  id: string;
  state: RecipientState;
  count: number;
}>();
const INSERT = sql(`
  INSERT INTO mailings (id, content, state, created_at, people)
  VALUES ({id:text}, {content:json}, 'draft', {at:time}, 0) ON CONFLICT DO NOTHING`);
const UPDATE = sql(
  "UPDATE mailings SET content = {content:json} WHERE id = {id:text} AND state = 'draft'",
);
const DELETE = sql("DELETE FROM mailings WHERE id = {id:text} AND state = 'draft'");
const SET_STATE = sql(`
  UPDATE mailings SET state = {to:text}, reason = NULL, ended_at = {endedAt:time?}
  WHERE id = {id:text} AND state IN {from:texts}`);
const PREPARE = sql(`
  UPDATE mailings SET state = 'starting', started_at = {at:time}
  WHERE id = {id:text} AND state IN ('draft', 'starting')`);
const START = sql(`
  UPDATE mailings SET state = 'sending', started_at = {at:time}, people = {people:int} WHERE id = {id:text}`);
const REDRAFT = sql(
  "UPDATE mailings SET state = 'draft', started_at = NULL WHERE id = {id:text} AND state = 'starting'",
);
const DROP_RECIPIENTS = sql('DELETE FROM mailing_recipients WHERE mailing_id = {id:text}');
const IN_GROUP = `signup_type IN {types:texts}
  AND (signup_type <> 'beta' OR coalesce(decision, 'waiting') IN {states:texts})
  AND ({all:flag} OR coalesce(language, 'en') IN {languages:texts})` as const;
/** People agreed to one message at the launch. Somebody who has had a mailing, or may still get one, gets no other. */
const HAD_ONE =
  `EXISTS (SELECT 1 FROM mailing_recipients AS own JOIN mailings ON mailings.id = own.mailing_id
  WHERE own.signup_id = signups.id AND own.mailing_id <> {mailingId:text} AND (own.state IN ('sent', 'in_doubt')
    OR (own.state = 'waiting' AND mailings.state IN ('starting', 'sending', 'paused'))))` as const;
const IS_MEANT =
  `${IN_GROUP} AND confirmed_at IS NOT NULL AND undeliverable_at IS NULL AND NOT ${HAD_ONE}` as const;
const FROM_SIGNUPS =
  'FROM notifyme_signups AS signups LEFT JOIN signup_decisions ON signup_decisions.signup_id = signups.id';
const COUNT_AUDIENCE = sql(`
  SELECT signup_type AS type, CASE WHEN NOT (${IN_GROUP}) THEN 'otherGroup' WHEN confirmed_at IS NULL THEN 'unconfirmed'
    WHEN undeliverable_at IS NOT NULL THEN 'undeliverable' WHEN ${HAD_ONE} THEN 'wording' ELSE 'people' END AS part, count(*) AS count
  ${FROM_SIGNUPS} WHERE signups.id > {after:text} AND signups.id <= {last:text} GROUP BY 1, 2`).rows<{
  type: 'notifyme' | 'beta';
  part: keyof AudienceCount['leftOut'] | 'people';
  count: number;
}>();
const SELECT_STEP = sql(`
  SELECT id FROM (SELECT signups.id, (${IS_MEANT}) AS meant
    ${FROM_SIGNUPS} WHERE signups.id > {after:text} ORDER BY signups.id LIMIT {limit:int}) AS step WHERE meant`).rows<{
  id: string;
}>();
const SELECT_LAST = sql(`
  SELECT max(id) AS last, count(*) AS count FROM
    (SELECT id FROM notifyme_signups WHERE id > {after:text} ORDER BY id LIMIT {limit:int}) AS step`).rows<{
  last: string | null;
  count: number;
}>();
/** Nobody may be found for two mailings that start at once. The number is arbitrary. SQLite has one writer. */
const LOCK_AUDIENCES = sql({
  sqlite: 'SELECT 1 WHERE false',
  postgres: 'SELECT pg_advisory_xact_lock(1685414500, 2)',
});
/** Whatever the clock said when the recipients were fixed. */
const AT_ONCE = Date.UTC(2020, 0, 1);
const ADD = sql(`
  INSERT INTO mailing_recipients (mailing_id, signup_id, message_id, state, attempts, due_at)
  SELECT {mailingId:text}, {signupId:text}, {messageId:text}, 'waiting', 0, {dueAt:time} FROM {each} WHERE true
  ON CONFLICT DO NOTHING`);
const SELECT_TROUBLED = sql(`
  SELECT signups.id AS "signupId", name, email, language, state, attempted_at AS "attemptedAt", reason
  FROM mailing_recipients JOIN notifyme_signups AS signups ON signups.id = signup_id
  WHERE mailing_id = {mailingId:text} AND state IN ('in_doubt', 'refused')
  ORDER BY state, attempted_at DESC, signups.id LIMIT 500`).rows<TroubledRecipient>();
// With another id, so that a late answer to the earlier attempt settles nothing: the person would wait again amid the next one.
const AGAIN = sql(`
  UPDATE mailing_recipients SET state = 'waiting', due_at = {dueAt:time}, message_id = message_id || '.again'
  WHERE mailing_id = {mailingId:text} AND signup_id IN {ids:texts} AND state = 'in_doubt'
    AND (attempted_at IS NULL OR attempted_at < {before:time})
    AND EXISTS (SELECT 1 FROM mailings WHERE mailings.id = mailing_id AND mailings.state IN ('sending', 'paused', 'done'))`);

export function* readMailings(db: Db): Op<Mailing[]> {
  return yield* withCounts(db, yield* db.all(SELECT_ALL, {}));
}

export function* readMailing(db: Db, id: string): Op<Mailing | null> {
  const [mailing] = yield* withCounts(db, yield* db.all(SELECT_ONE, { id }));
  return mailing ?? null;
}

function* withCounts(db: Db, rows: readonly MailingRow[]): Op<Mailing[]> {
  const counts = yield* db.all(COUNT_RECIPIENTS, { ids: rows.map(({ id }) => id) });
  return rows.map(({ content, ...mailing }) => {
    const countOf = (state: RecipientState) =>
      counts.find((one) => one.id === mailing.id && one.state === state)?.count ?? 0;
    return {
      ...mailing,
      ...content,
      recipients: {
        waiting: countOf('waiting'),
        in_doubt: countOf('in_doubt'),
        sent: countOf('sent'),
        refused: countOf('refused'),
      },
    };
  });
}

export function* saveMailing(
  db: Db,
  mailing: { id: string; content: MailingContent; at: number },
): Op<boolean> {
  if ((yield* db.run(INSERT, mailing)) === 1) return true;
  return (yield* db.run(UPDATE, { id: mailing.id, content: mailing.content })) === 1;
}

export function* deleteMailing(db: Db, id: string): Op<boolean> {
  return (yield* db.run(DELETE, { id })) === 1;
}

const groupOf = ({ types, states, languages }: Audience, mailingId: string) => ({
  types,
  states,
  languages,
  all: languages.length === 0,
  mailingId,
});

/** Signups that are counted at once: all of 100,000 would keep visitors waiting for a third of a second. */
const COUNTED_AT_ONCE = 5_000;

/** Adds some signups to a count. Returns after which one to go on, or null after the last. */
export function* countAudience(
  db: Db,
  audience: Audience,
  after: string,
  count: AudienceCount,
): Op<string | null> {
  const seen = yield* db.get(SELECT_LAST, { after, limit: COUNTED_AT_ONCE });
  if (!seen?.last) return null;
  const { last } = seen;
  const parts = yield* db.all(COUNT_AUDIENCE, { ...groupOf(audience, ''), after, last });
  for (const { part, type, count: people } of parts) {
    if (part === 'people') {
      count.people += people;
      count.byType[type] += people;
    } else count.leftOut[part] += people;
  }
  return seen.count === COUNTED_AT_ONCE ? last : null;
}

export function* addRecipients(db: Db, step: RecipientsStep): Op<string | null> {
  const { mailingId, limit, messageIds, at } = step;
  yield* db.all(LOCK_AUDIENCES, {});
  const [mailing] = yield* db.all(SELECT_ONE, { id: mailingId });
  if (!mailing || (yield* db.run(PREPARE, { id: mailingId, at })) === 0) return null;
  // Those of a start that was broken off may have left the group since.
  if (step.after === null) yield* db.run(DROP_RECIPIENTS, { id: mailingId });
  const page = { after: step.after ?? '', limit };
  const group = groupOf(mailing.content.audience, mailingId);
  const found = yield* db.all(SELECT_STEP, { ...group, ...page });
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
  const [mailing] = yield* withCounts(db, yield* db.all(SELECT_ONE, { id }));
  if (mailing?.state !== 'starting') return { outcome: 'not_draft' };
  const { waiting } = mailing.recipients;
  if (waiting !== people) {
    yield* db.run(DROP_RECIPIENTS, { id });
    yield* db.run(REDRAFT, { id });
    return { outcome: 'other_number', people: waiting };
  }
  yield* listSecret(db, at);
  yield* pauseCopies(db, home, at); // the others
  yield* noteHome(db, home, at);
  yield* db.run(START, { id, people, at });
  return { outcome: 'started' };
}

const FROM = {
  paused: ['sending'],
  sending: ['paused'],
  stopped: ['sending', 'paused'],
} as const;

export function* changeMailing(
  db: Db,
  home: string,
  id: string,
  to: keyof typeof FROM,
  at: number,
): Op<boolean> {
  if (to === 'sending') {
    yield* pauseCopies(db, home, at); // the others
    yield* noteHome(db, home, at);
  }
  const endedAt = to === 'stopped' ? at : null;
  const changed = yield* db.run(SET_STATE, { id, to, from: FROM[to], endedAt });
  if (to === 'sending') yield* finishMailings(db, at);
  return changed === 1;
}

export const readTroubled = (db: Db, mailingId: string): Op<TroubledRecipient[]> =>
  db.all(SELECT_TROUBLED, { mailingId });

export function* sendAgain(
  db: Db,
  home: string,
  mailingId: string,
  ids: readonly string[],
  before: number,
  at: number,
): Op<number> {
  const changed = yield* db.run(AGAIN, { mailingId, ids, before, dueAt: AT_ONCE });
  if (changed > 0) {
    yield* pauseCopies(db, home, at); // the others
    yield* noteHome(db, home, at);
    yield* db.run(SET_STATE, { id: mailingId, to: 'sending', from: ['done'], endedAt: null });
  }
  return changed;
}
