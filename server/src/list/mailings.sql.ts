import type { MailingContent, Mailing as ShownMailing } from '#shared/list';
import type { AgainReport, MailingReport } from '#shared/list-answers';
import { RECIPIENT_STATES, type RecipientState } from '#shared/list-values';
import type { WithTimes } from '../lib/iso-times.ts';
import { AT_ONCE } from '../mail/outbox/outbox-rule.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import type { Stamps } from '../store/database-stamps.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { finishMailings, HAD_ONE, LOCK_AUDIENCES } from './mailing-recipients.sql.ts';
import { stampDatabase, stampFirst } from './stamp-database.sql.ts';
import { versionOf } from './version-of.ts';

/** Times are milliseconds since 1970 UTC, here and below. */
type PutOff = WithTimes<NonNullable<MailingReport['putOff']>>;
type TroubledRecipient = WithTimes<MailingReport['troubled'][number]>;

/** `changed`: somebody else has changed the draft since the version that was seen. */
export type DraftOutcome = 'done' | 'changed' | 'not_draft';

export type Mailing = WithTimes<ShownMailing>;

export interface AgainRequest {
  mailingId: string;
  /** Each with an id for the next message. */
  people: readonly { signupId: string; messageId: string }[];
  /** Who was tried since then may still be answered for. */
  before: number;
  at: number;
}

/** How many wait again, and how many do not, by the reason. */
export interface AgainOutcome extends Omit<AgainReport, 'reason'> {
  /** Why nothing may leave: this database is a copy, or was put back. */
  refusal: string | null;
}

interface MailingRow extends Omit<Mailing, 'recipients' | 'words' | 'audience' | 'version'> {
  content: MailingContent;
}

const COLUMNS = `id, content, state, reason, created_at AS "createdAt", started_at AS "startedAt", ended_at AS "endedAt", people,
  (SELECT done_by FROM audit WHERE thing = mailings.id AND kind IN ('write', 'start') ORDER BY audit.id DESC LIMIT 1) AS "by"`;
const SELECT_ALL = sql(
  `SELECT ${COLUMNS} FROM mailings ORDER BY coalesce(started_at, created_at) DESC, id DESC LIMIT 100`,
).rows<MailingRow>({ content: 'json' });
const SELECT_ONE = sql(`SELECT ${COLUMNS} FROM mailings WHERE id = {id:text}`).rows<MailingRow>({
  content: 'json',
});
const COUNT_RECIPIENTS = sql(`
  SELECT mailing_id AS id, state, count(*) AS count FROM mailing_recipients
  WHERE mailing_id IN {ids:texts} GROUP BY mailing_id, state`).rows<{
  id: string;
  state: RecipientState;
  count: number;
}>();
const INSERT = sql(`
  INSERT INTO mailings (id, content, state, created_at, people)
  VALUES ({id:text}, {content:json}, 'draft', {at:time}, 0)`);
const LOCK = sql('SELECT state FROM mailings WHERE id = {id:text} FOR UPDATE').rows<
  Pick<Mailing, 'state'>
>();
const UPDATE = sql('UPDATE mailings SET content = {content:json} WHERE id = {id:text}');
const DELETE = sql('DELETE FROM mailings WHERE id = {id:text}');
const SET_STATE = sql(`
  UPDATE mailings SET state = {to:text}, reason = NULL, ended_at = {endedAt:time?}
  WHERE id = {id:text} AND state IN {from:texts}`);
const SELECT_TROUBLED = sql(`
  SELECT signups.id AS "signupId", name, email, language, state, attempted_at AS "attemptedAt", reason
  FROM mailing_recipients JOIN notifyme_signups AS signups ON signups.id = signup_id
  WHERE mailing_id = {mailingId:text} AND state IN ('in_doubt', 'refused')
  ORDER BY state, attempted_at DESC, signups.id LIMIT 500`).rows<TroubledRecipient>();
const SELECT_PUT_OFF = sql(`
  SELECT count(*) OVER () AS people, due_at AS until, reason FROM mailing_recipients
  WHERE mailing_id = {mailingId:text} AND state = 'waiting' AND (due_at > {now:time} OR reason IS NOT NULL)
  ORDER BY due_at DESC, message_id DESC LIMIT 1`).rows<PutOff>();
const SELECT_ASKED = sql(`
  SELECT signup_id AS "signupId", ${HAD_ONE} AS "hadAnother",
    coalesce(state = 'in_doubt' AND attempted_at BETWEEN {before:time} AND {at:time}, false) AS "isRecent"
  FROM mailing_recipients JOIN notifyme_signups AS signups ON signups.id = signup_id
  WHERE mailing_id = {mailingId:text} AND signup_id IN {ids:texts} AND state IN ('in_doubt', 'refused')`).rows<{
  signupId: string;
  hadAnother: boolean;
  isRecent: boolean;
}>({ hadAnother: 'flag', isRecent: 'flag' });
// With another id, so that a late answer to the earlier attempt settles nothing: the person would wait again amid the next one.
const AGAIN = sql(`
  UPDATE mailing_recipients
  SET state = 'waiting', reason = NULL, attempts = 0, due_at = {dueAt:time}, message_id = {messageId:text}
  FROM {each} WHERE mailing_id = {mailingId:text} AND signup_id = {signupId:text} AND state IN ('in_doubt', 'refused')`);
const SELECT_PAUSED = sql(
  "SELECT reason FROM mailings WHERE state = 'paused' AND reason IS NOT NULL LIMIT 1",
).rows<{ reason: string }>();
const DROP_WAITING = sql(
  "DELETE FROM mailing_recipients WHERE mailing_id = {mailingId:text} AND state = 'waiting'",
);

/** Returns mailings, latest first, at most 100. */
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
      version: versionOf(content),
      recipients: Object.fromEntries(
        RECIPIENT_STATES.map((state) => [state, countOf(state)]),
      ) as Mailing['recipients'],
    };
  });
}

export function* insertDraft(
  db: Db,
  stamps: Stamps,
  draft: { id: string; content: MailingContent; at: number },
  by?: Actor,
): Op<void> {
  yield* stampFirst(db, stamps, draft.at);
  yield* db.run(INSERT, draft);
  yield* recordAct(db, by, 'write', { thing: draft.id });
}

/** Replaces or deletes a draft. Changes nothing if it is no longer the version that was seen. */
export function* changeDraft(
  db: Db,
  id: string,
  /** Null deletes it. */
  content: MailingContent | null,
  seen: string,
  by?: Actor,
): Op<DraftOutcome> {
  yield* lockMailing(db, id);
  const mailing = yield* readMailing(db, id);
  if (mailing?.state !== 'draft') return 'not_draft';
  if (mailing.version !== seen) return 'changed';
  if (content) yield* db.run(UPDATE, { id, content });
  else yield* db.run(DELETE, { id });
  yield* recordAct(db, by, content ? 'write' : 'delete_draft', { thing: id });
  return 'done';
}

/** Lets nobody else change a mailing until the transaction ends. */
export const lockMailing = (db: Db, id: string): Op<unknown> => db.all(LOCK, { id });

const FROM = {
  paused: ['sending'],
  sending: ['paused'],
  stopped: ['sending', 'paused'],
} as const;

const ACTS = { paused: 'pause', sending: 'resume', stopped: 'stop' } as const;

/** Pauses, resumes or stops a mailing. Returns false when its state does not allow that, or it stays paused for the reason it now has. */
export function* changeMailing(
  db: Db,
  stamps: Stamps,
  id: string,
  to: keyof typeof FROM,
  at: number,
  by?: Actor,
): Op<boolean> {
  if (to === 'sending' && 'refusal' in (yield* stampDatabase(db, stamps, at))) return false;
  const endedAt = to === 'stopped' ? at : null;
  const changed = yield* db.run(SET_STATE, { id, to, from: FROM[to], endedAt });
  if (changed === 1) yield* recordAct(db, by, ACTS[to], { thing: id });
  if (to === 'sending') yield* finishMailings(db, at);
  return changed === 1;
}

/** Returns the recipients that are refused or in doubt, at most 500. */
export const readTroubled = (db: Db, mailingId: string): Op<TroubledRecipient[]> =>
  db.all(SELECT_TROUBLED, { mailingId });

/** Returns how many were put off, and what the last of them was told; null without any. */
export function* readPutOff(db: Db, mailingId: string, now: number): Op<PutOff | null> {
  return (yield* db.get(SELECT_PUT_OFF, { mailingId, now })) ?? null;
}

/** Returns why the site has paused a mailing; null where it has paused none. */
export function* readPauseReason(db: Db): Op<string | null> {
  return (yield* db.get(SELECT_PAUSED, {}))?.reason ?? null;
}

/**
 * Lets people wait again who are in doubt or were refused. A stopped mailing goes on for these alone: those who still waited in it
 * are free for another one.
 */
export function* sendAgain(
  db: Db,
  stamps: Stamps,
  { mailingId, people, before, at }: AgainRequest,
  by?: Actor,
): Op<AgainOutcome> {
  yield* db.all(LOCK_AUDIENCES, {});
  const state = (yield* db.get(LOCK, { id: mailingId }))?.state;
  const ids = people.map(({ signupId }) => signupId);
  const asked = yield* db.all(SELECT_ASKED, { mailingId, ids, before, at });
  const free = asked.filter(({ isRecent, hadAnother }) => !isRecent && !hadAnother);
  const stamped = free.length > 0 ? yield* stampDatabase(db, stamps, at) : null;
  if (stamped && 'refusal' in stamped)
    return { again: 0, tooRecent: 0, hadAnother: 0, notTroubled: 0, refusal: stamped.refusal };
  if (free.length > 0 && state === 'stopped') yield* db.run(DROP_WAITING, { mailingId });
  const freeIds = new Set(free.map(({ signupId }) => signupId));
  const again = people.filter(({ signupId }) => freeIds.has(signupId));
  const rows = again.map((person) => ({ ...person, mailingId, dueAt: AT_ONCE }));
  yield* db.each(AGAIN, rows);
  yield* recordAct(db, by, 'send_again', { thing: mailingId, signupIds: [...freeIds] });
  const to = { to: 'sending', from: ['done', 'stopped'], endedAt: null };
  if (free.length > 0) yield* db.run(SET_STATE, { id: mailingId, ...to });
  const tooRecent = asked.filter(({ isRecent }) => isRecent).length;
  return {
    again: free.length,
    tooRecent,
    hadAnother: asked.length - free.length - tooRecent,
    notTroubled: new Set(ids).size - asked.length,
    refusal: null,
  };
}
