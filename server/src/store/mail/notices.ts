import type { NewNotice, RemovedSignup, ToldOfRemoved, WebhookState } from '../mail-store.ts';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';

/** Mail to the team goes before that to people, however many are to be asked, and the earlier one first. */
const priorityOfTeam = (at: number) => 1_000_000_000 - Math.floor(at / 60_000);
const INSERT = sql(`
  INSERT INTO outbox (id, kind, recipient, signup_id, payload, state, attempts, created_at, due_at, priority)
  SELECT {id:text}, {kind:text}, {recipient:text}, {signupId:text?}, {payload:json}, 'waiting', 0,
    {at:time}, {at:time}, {priority:int} FROM {each}
  WHERE NOT EXISTS (SELECT 1 FROM webhooks_off WHERE recipient = {recipient:text})`);
const INSERT_OFF = sql(
  'INSERT INTO webhooks_off (recipient, at) VALUES ({recipient:text}, {at:time}) ON CONFLICT DO NOTHING',
);
const DROP_WAITING = sql(
  "DELETE FROM outbox WHERE recipient = {recipient:text} AND state = 'waiting'",
);
const FORGET_OFF = sql('DELETE FROM webhooks_off WHERE recipient NOT IN {recipients:texts}');
const DROP_STRAY = sql(
  "DELETE FROM outbox WHERE recipient <> 'mail' AND recipient NOT IN {recipients:texts}",
);
const SELECT_STATES = sql(`
  SELECT recipient, count(id) FILTER (WHERE state = 'waiting') AS waiting,
    min(created_at) FILTER (WHERE state = 'waiting') AS "waitingSince",
    count(id) FILTER (WHERE state = 'given_up') AS "givenUp",
    (SELECT at FROM webhooks_off AS off WHERE off.recipient = known.recipient) AS "offSince",
    (SELECT reason FROM outbox AS first WHERE first.recipient = known.recipient AND first.state = 'waiting'
     ORDER BY id LIMIT 1) AS reason
  FROM (SELECT recipient FROM outbox UNION SELECT recipient FROM webhooks_off) AS known
  LEFT JOIN outbox USING (recipient) WHERE recipient <> 'mail' GROUP BY recipient ORDER BY recipient`).rows<WebhookState>();

/**
 * Puts messages to webhooks and to fixed addresses into the outbox. Deleting the signup of a message deletes the message.
 */
export const queueNotices = (
  db: Db,
  notices: readonly (NewNotice & { signupId?: string })[],
): Op<void> =>
  db.each(
    INSERT,
    notices.map(({ signupId = null, ...notice }) => ({
      ...notice,
      signupId,
      priority: priorityOfTeam(notice.at),
    })),
  );

/** Says which signup the notices are about. */
export const withSignup = (notices: readonly NewNotice[], signupId: string) =>
  notices.map((notice) => ({ ...notice, signupId }));

/** Tells of signups that were removed. */
export const queueRemoved = (
  db: Db,
  removed: readonly RemovedSignup[],
  told: ToldOfRemoved = () => [],
): Op<void> => queueNotices(db, removed.flatMap(told));

export function* switchOff(db: Db, recipient: string, at: number): Op<void> {
  yield* db.run(INSERT_OFF, { recipient, at });
  yield* db.run(DROP_WAITING, { recipient });
}

export function* forgetSwitchedOff(db: Db, recipients: readonly string[]): Op<void> {
  yield* db.run(FORGET_OFF, { recipients });
  yield* db.run(DROP_STRAY, { recipients });
}

export const webhookStates = (db: Db): Op<WebhookState[]> => db.all(SELECT_STATES, {});
