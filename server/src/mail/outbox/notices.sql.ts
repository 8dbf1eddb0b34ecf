import {
  LEFT,
  type NewNotice,
  type RemovedSignup,
  TO_POSTHOG,
  type ToldOfRemoved,
  type WebhookState,
} from '../../store/mail-store.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';

/** Mail to the team goes before that to people, however many are to be asked, and the earlier one first. */
const priorityOfTeam = (at: number) => 1_000_000_000 - Math.floor(at / 60_000);
const INSERT = sql(`
  INSERT INTO outbox (id, kind, recipient, signup_id, payload, state, attempts, created_at, due_at, priority)
  SELECT {id:text}, {kind:text}, {recipient:text}, {signupId:text?}, {payload:json}, 'waiting', 0,
    {at:time}, {at:time}, {priority:int} FROM {each}
  WHERE {kind:text} = '${LEFT}' OR NOT EXISTS (SELECT 1 FROM webhooks_off WHERE recipient = {recipient:text})`);
/** One client can cause many of these in a minute: it signs up 20 times, or confirms addresses of its own and leaves. */
const SUMMED = ['signup.created', LEFT] as const;
const SUMMED_EVERY_MS = 60_000;
const SELECT_LAST = sql(`
  SELECT id, created_at AS at, payload FROM outbox
  WHERE recipient = {recipient:text} AND state IN ('waiting', 'sent', 'given_up') AND due_at > {after:time}
    AND kind = {kind:text} AND created_at > {after:time} AND created_at <= {until:time}
  ORDER BY created_at DESC LIMIT 1 FOR UPDATE`).rows<{
  id: string;
  at: number;
  payload: { count?: number } | null;
}>({ payload: 'json' });
const SUM_UP = sql(`
  UPDATE outbox SET payload = {payload:json}, signup_id = NULL
  WHERE id = {id:text} AND state = 'waiting' AND attempts = 0`);
const INSERT_OFF = sql(
  'INSERT INTO webhooks_off (recipient, at) VALUES ({recipient:text}, {at:time}) ON CONFLICT DO NOTHING',
);
// Who was told of a person must delete what it has, so what says that they left waits for as long as it takes.
const DROP_WAITING = sql(
  `DELETE FROM outbox WHERE recipient = {recipient:text} AND state = 'waiting' AND kind <> '${LEFT}'`,
);
const FORGET_OFF = sql('DELETE FROM webhooks_off WHERE recipient NOT IN {recipients:texts}');
const STRAY =
  `recipient NOT IN ('mail', '${TO_POSTHOG}') AND recipient NOT IN {recipients:texts}` as const;
const READDRESS = sql(
  `UPDATE outbox SET recipient = {to:text} WHERE ${STRAY} AND kind = '${LEFT}' AND state = 'waiting'`,
);
const DROP_STRAY = sql(
  `DELETE FROM outbox WHERE ${STRAY} AND (kind <> '${LEFT}' OR state <> 'waiting')`,
);
const SELECT_STATES = sql(`
  SELECT recipient, count(id) FILTER (WHERE state = 'waiting') AS waiting,
    min(created_at) FILTER (WHERE state = 'waiting') AS "waitingSince",
    min(created_at) FILTER (WHERE state = 'waiting' AND kind = '${LEFT}') AS "leftSince",
    count(id) FILTER (WHERE state = 'given_up') AS "givenUp",
    (SELECT at FROM webhooks_off AS off WHERE off.recipient = known.recipient) AS "offSince",
    (SELECT reason FROM outbox AS first WHERE first.recipient = known.recipient AND first.state = 'waiting'
     ORDER BY id LIMIT 1) AS reason
  FROM (SELECT recipient FROM outbox UNION SELECT recipient FROM webhooks_off) AS known
  LEFT JOIN outbox USING (recipient) WHERE recipient NOT IN ('mail', '${TO_POSTHOG}') GROUP BY recipient ORDER BY recipient`).rows<WebhookState>();

/**
 * Puts messages to webhooks and to fixed addresses into the outbox. Deleting the signup of a message deletes the message.
 */
export function* queueNotices(db: Db, notices: readonly Notice[]): Op<void> {
  yield* insert(
    db,
    notices.filter((notice) => !isSummed(notice)),
  );
  // In one fixed order, so that two processes never deadlock.
  const summed = notices.filter(isSummed);
  for (const recipient of [...new Set(summed.map((notice) => notice.recipient))].toSorted()) {
    for (const kind of SUMMED) {
      const same = summed.filter((one) => one.recipient === recipient && one.kind === kind);
      if (same.length > 0) yield* queueSummed(db, { recipient, kind }, same);
    }
  }
}

/** A receiver that knows people must be told of each one who has left. */
const isSummed = ({ kind, payload }: Notice): boolean =>
  SUMMED.some((summed) => summed === kind) && payload['signupId'] === undefined;

type Notice = NewNotice & { signupId?: string | null };

const insert = (db: Db, notices: readonly Notice[]): Op<void> =>
  db.each(
    INSERT,
    notices.map(({ signupId = null, ...notice }) => ({
      ...notice,
      signupId,
      priority: priorityOfTeam(notice.at),
    })),
  );

/**
 * Tells a webhook of one kind by one message a minute. Those that come in between wait for the minute to end, in one
 * message. From the second one on, it only says how many they are.
 */
function* queueSummed(
  db: Db,
  queue: { recipient: string; kind: string },
  notices: readonly Notice[],
): Op<void> {
  const at = Math.max(...notices.map((notice) => notice.at));
  const [after, until] = [at - SUMMED_EVERY_MS, at + SUMMED_EVERY_MS];
  const last = yield* db.get(SELECT_LAST, { ...queue, after, until });
  if (last && last.at > at) {
    const count = (last.payload?.count ?? 1) + notices.length;
    if ((yield* db.run(SUM_UP, { id: last.id, payload: { count } })) === 1) return;
  }
  const atOnce = last ? [] : notices.slice(0, 1);
  yield* insert(db, atOnce);
  const [next, ...more] = notices.slice(atOnce.length);
  if (!next) return;
  const sum = { payload: { count: more.length + 1 }, signupId: null };
  const dueAt = (last?.at ?? at) + SUMMED_EVERY_MS;
  yield* insert(db, [{ ...next, ...(more.length > 0 && sum), at: dueAt }]);
}

/** Says which signup the notices are about. */
export const withSignup = (notices: readonly NewNotice[], signupId: string) =>
  notices.map((notice) => ({ ...notice, signupId }));

/** Tells of signups that were removed. */
export const queueRemoved = (
  db: Db,
  removed: readonly RemovedSignup[],
  told: ToldOfRemoved = () => [],
): Op<void> => queueNotices(db, removed.flatMap(told));

/** Deletes the waiting messages to a webhook, and no further message is queued for it, but for those that say who left. */
export function* switchOff(db: Db, recipient: string, at: number): Op<void> {
  yield* db.run(INSERT_OFF, { recipient, at });
  yield* db.run(DROP_WAITING, { recipient });
}

/**
 * Queues for webhooks again that are not among these, so that a URL can be removed and set again. The team hears at another
 * URL who left, or else once it has set one.
 */
export function* forgetSwitchedOff(db: Db, recipients: readonly string[]): Op<void> {
  yield* db.run(FORGET_OFF, { recipients });
  const [to] = recipients;
  if (to !== undefined) yield* db.run(READDRESS, { to, recipients });
  yield* db.run(DROP_STRAY, { recipients });
}

/** Returns the state of each webhook that has messages or is switched off. */
export const webhookStates = (db: Db): Op<WebhookState[]> => db.all(SELECT_STATES, {});
