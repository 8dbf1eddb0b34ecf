import { DAY_MS, INVITATION_DAYS } from '#shared/limits';
import type { Invited } from '#shared/list-answers';
import { SKEW_MS, within } from '../lib/within.ts';
import { TAKES_MAIL } from '../mail/address-evidence.sql.ts';
import { hashToken } from '../mail/confirmation-rule.ts';
import { type PersonalMessage, queuePersonal } from '../mail/personal-messages.sql.ts';
import { type Actor, recordAct } from '../store/audit-entries.sql.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

export interface NewInvitation extends Omit<PersonalMessage, 'kind' | 'email' | 'payload'> {
  token: string;
}

/** `already`: used. `over`, `spent`: expired or used, and nothing sends a new one. */
export type InvitationState =
  | 'open'
  | 'redeemed'
  | 'already'
  | 'expired'
  | 'over'
  | 'spent'
  | 'withdrawn'
  | 'unknown';

/** `restricted`: nothing may be sent. */
export type RenewOutcome = 'renewed' | 'used' | 'restricted' | InvitationState;

const INVITATION_MS = INVITATION_DAYS * DAY_MS;
/** An invitation that is open for longer is from a clock that was wrong. */
const MAX_LEFT_MS = INVITATION_MS + DAY_MS;
/** Presses of two operators within this time count as one. */
const AT_ONCE_MS = 60_000;
/** How long the link and its button work again, since the first answer may be lost. */
const REPEAT_MS = 15 * 60_000;

type Invitee = { id: string; name: string };
const SELECT_NEXT = sql(`
  SELECT id, name FROM notifyme_signups AS signups JOIN signup_decisions ON signup_id = id
  WHERE decision = 'accepted' AND confirmed_at IS NOT NULL AND ${TAKES_MAIL}
    AND NOT EXISTS (SELECT 1 FROM invitations WHERE invitations.signup_id = signups.id)
  ORDER BY signups.created_at, id LIMIT {limit:int}`).rows<Invitee>();
// Also who is undeliverable: an operator who names somebody tries it, and the server's answer says whether that still holds.
const LOCK_ACCEPTED = sql(`
  SELECT id, email FROM notifyme_signups AS signups JOIN signup_decisions ON signup_id = id
  WHERE id IN {ids:texts} AND decision = 'accepted' AND confirmed_at IS NOT NULL AND restricted_at IS NULL
  ORDER BY id FOR UPDATE OF signups`).rows<{ id: string; email: string }>();
const SELECT_INVITED = sql(`
  SELECT signup_id AS id FROM invitations
  WHERE signup_id IN {ids:texts} AND ({ever:flag} OR (withdrawn_at IS NULL AND created_at BETWEEN {since:time} AND {at:time}))`).rows<{
  id: string;
}>();
const WITHDRAW = sql(`
  UPDATE invitations SET withdrawn_at = {at:time}
  WHERE signup_id IN {ids:texts} AND redeemed_at IS NULL AND withdrawn_at IS NULL RETURNING signup_id AS id`).rows<{
  id: string;
}>();
const DROP_WAITING = sql(
  "DELETE FROM outbox WHERE signup_id IN {ids:texts} AND kind = 'invitation' AND state = 'waiting'",
);
const FORGET_UNSENT = sql(
  'DELETE FROM invitations WHERE signup_id IN {ids:texts} AND sent_at IS NULL',
);
const INSERT = sql(`
  INSERT INTO invitations (token_hash, signup_id, created_at, expires_at, by_person)
  SELECT {hash:text}, {signupId:text}, {at:time}, {expiresAt:time}, {byPerson:flag} FROM {each}`);
interface Row {
  signupId: string;
  expiresAt: number;
  redeemedAt: number | null;
  withdrawnAt: number | null;
  /** Whether its person has asked for a new one before, and never used any. Who used one may ask every day anyway. */
  isRenewed: boolean;
}
const INVITATION = `
  SELECT signup_id AS "signupId", expires_at AS "expiresAt", redeemed_at AS "redeemedAt", withdrawn_at AS "withdrawnAt",
    (SELECT count(CASE WHEN own.by_person THEN 1 END) > 0 AND count(own.redeemed_at) = 0 FROM invitations AS own
      WHERE own.signup_id = invitations.signup_id) AS "isRenewed"
  FROM invitations WHERE token_hash = {hash:text}` as const;
const SELECT = sql(INVITATION).rows<Row>({ isRenewed: 'flag' });
const LOCK = sql(`${INVITATION} FOR UPDATE`).rows<Row>({ isRenewed: 'flag' });
const REDEEM = sql(
  'UPDATE invitations SET redeemed_at = {at:time} WHERE token_hash = {hash:text} AND redeemed_at IS NULL',
);
// No index: with 100,000 invitations it takes 10 ms on SQLite and 30 ms on PostgreSQL, every half a minute.
const REDATE_REDEEMED = sql(
  'UPDATE invitations SET redeemed_at = {over:time} WHERE redeemed_at > {soon:time}',
);
const SELECT_NEWER = sql(`
  SELECT 1 FROM invitations WHERE signup_id = {signupId:text} AND withdrawn_at IS NULL
    AND ((redeemed_at IS NULL AND expires_at > {now:time} AND expires_at <= {last:time})
      OR (by_person AND created_at > {dayAgo:time} AND created_at <= {soon:time}))`);

const SELECT_RESTRICTED = sql(
  'SELECT 1 FROM notifyme_signups WHERE id = {signupId:text} AND restricted_at IS NOT NULL',
);

/** Returns accepted applications that were never invited, oldest first, without those that mail does not reach or who complained. */
export function* nextToInvite(db: Db, limit: number): Op<Invitee[]> {
  return yield* db.all(SELECT_NEXT, { limit });
}

/**
 * Invites accepted people. An earlier invitation of theirs that was not redeemed is withdrawn. Leaves out who was invited a moment
 * ago: two operators may press at once.
 *
 * @param isFirst leaves out who was ever invited
 */
export function* invite(
  db: Db,
  wanted: readonly NewInvitation[],
  isFirst = false,
  by?: Actor,
): Op<Invited> {
  const [first] = wanted;
  if (!first) return { queued: 0, refused: 0 };
  const ids = wanted.map(({ signupId }) => signupId);
  yield* db.all(LOCK_ACCEPTED, { ids });
  const before = { ids, ever: isFirst, since: first.at - AT_ONCE_MS, at: first.at };
  const invited = new Set((yield* db.all(SELECT_INVITED, before)).map(({ id }) => id));
  const open = wanted.filter(({ signupId }) => !invited.has(signupId));
  const { queued, refused } = yield* inviteSome(db, open, false, by);
  return { queued, refused: refused + (isFirst ? 0 : wanted.length - open.length) };
}

function* inviteSome(
  db: Db,
  wanted: readonly NewInvitation[],
  byPerson: boolean,
  by?: Actor,
): Op<Invited> {
  const [first] = wanted;
  if (!first) return { queued: 0, refused: 0 };
  const ids = wanted.map(({ signupId }) => signupId);
  const emails = new Map(
    (yield* db.all(LOCK_ACCEPTED, { ids })).map(({ id, email }) => [id, email]),
  );
  if (emails.size > 0) yield* withdraw(db, [...emails.keys()], first.at);
  const invited = wanted.flatMap((one) => {
    const email = emails.get(one.signupId);
    return email === undefined ? [] : [{ ...one, email }];
  });
  yield* db.each(
    INSERT,
    invited.map(({ token, signupId, at }) => {
      const hash = hashToken(token);
      return { hash, signupId, at, expiresAt: at + INVITATION_MS, byPerson };
    }),
  );
  yield* queuePersonal(
    db,
    invited.map(({ token, ...message }) => ({
      ...message,
      kind: 'invitation',
      payload: { token },
    })),
  );
  yield* recordAct(db, by, 'invite', { signupIds: [...emails.keys()] });
  return { queued: invited.length, refused: wanted.length - invited.length };
}

/** Forgets invitations that never left, so that these people count as not invited. */
export function* forgetUnsent(db: Db, ids: readonly string[]): Op<void> {
  yield* db.run(FORGET_UNSENT, { ids });
}

/** Withdraws the open invitations of people, and drops those whose message still waits. Returns how many. */
export function* withdraw(db: Db, ids: readonly string[], at: number, by?: Actor): Op<number> {
  yield* db.run(DROP_WAITING, { ids });
  const withdrawn = (yield* db.all(WITHDRAW, { ids, at })).map(({ id }) => id);
  yield* recordAct(db, by, 'withdraw', { signupIds: withdrawn });
  return withdrawn.length;
}

/** Returns what a token is good for now. For 15 minutes after it was redeemed, it is still open. */
export function* readInvitation(db: Db, token: string, at: number): Op<InvitationState> {
  return stateOf(yield* db.get(SELECT, { hash: hashToken(token) }), at);
}

/** Redeems an invitation. For 15 minutes a second time does the same, since the first answer may be lost. */
export function* redeem(db: Db, token: string, at: number): Op<InvitationState> {
  const hash = hashToken(token);
  const state = stateOf(yield* db.get(LOCK, { hash }), at);
  if (state !== 'open') return state;
  yield* db.run(REDEEM, { hash, at });
  return 'redeemed';
}

/** Invites somebody again: once after an invitation has expired, and once a day after one was used, perhaps by a mail program. */
export function* renewInvitation(
  db: Db,
  token: string,
  next: Omit<NewInvitation, 'signupId'>,
): Op<RenewOutcome> {
  const row = yield* db.get(LOCK, { hash: hashToken(token) });
  const state = stateOf(row, next.at);
  if (!row || !['expired', 'withdrawn', 'already'].includes(state)) return state;
  const { signupId } = row;
  const { at } = next;
  yield* db.all(LOCK_ACCEPTED, { ids: [signupId] }); // somebody may press twice, and on two links
  const times = { now: at, last: at + MAX_LEFT_MS, dayAgo: at - DAY_MS, soon: at + SKEW_MS };
  if (yield* db.get(SELECT_NEWER, { signupId, ...times })) return 'used';
  if (state === 'withdrawn') return state;
  const { queued } = yield* inviteSome(db, [{ ...next, signupId }], true);
  if (queued === 1) return 'renewed';
  return (yield* db.get(SELECT_RESTRICTED, { signupId })) ? 'restricted' : 'withdrawn';
}

/** Dates again what was accepted by a clock that was ahead: later its link would be open once more. */
export function* redateRedeemed(db: Db, at: number): Op<void> {
  yield* db.run(REDATE_REDEEMED, { over: at - REPEAT_MS, soon: at + SKEW_MS });
}

function stateOf(row: Row | undefined, now: number): InvitationState {
  if (!row) return 'unknown';
  if (row.redeemedAt !== null)
    return within(now, row.redeemedAt, REPEAT_MS, SKEW_MS) ? 'open' : 'already';
  if (row.withdrawnAt !== null) return 'withdrawn';
  if (now < row.expiresAt && row.expiresAt <= now + MAX_LEFT_MS) return 'open';
  return row.isRenewed ? 'over' : 'expired';
}

const MARK_SENT = sql(`
  UPDATE invitations SET sent_at = {at:time}, expires_at = {expiresAt:time} WHERE token_hash = {hash:text}`);

/** The link is valid from the time at which somebody may have got it. */
export function* startInvitation(db: Db, token: string, at: number): Op<void> {
  yield* db.run(MARK_SENT, { hash: hashToken(token), at, expiresAt: at + INVITATION_MS });
}
