import type { ConfirmationRequest } from '../store/mail-store.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { queueMessages } from './confirmations.sql.ts';

const SELECT = sql(`
  SELECT id, email FROM notifyme_signups
  WHERE confirmed_at IS NULL AND launch_declined_at IS NULL AND restricted_at IS NULL AND complained_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM confirmations WHERE signup_id = notifyme_signups.id)
    AND NOT EXISTS (SELECT 1 FROM signup_decisions WHERE signup_id = notifyme_signups.id)
  ORDER BY id LIMIT {limit:int} FOR UPDATE`).rows<{ id: string; email: string }>();

/**
 * Queues a message to some of the signups that were never asked for a confirmation, one for each request. Its words would be
 * wrong for an application that is decided. Returns how many it found: fewer than requests at the end.
 */
export function* askNeverAsked(db: Db, requests: readonly ConfirmationRequest[]): Op<number> {
  const found = yield* db.all(SELECT, { limit: requests.length });
  const wanted = requests.flatMap((request, index) => {
    const signup = found[index];
    return signup ? [{ signup, request }] : [];
  });
  yield* queueMessages(db, wanted);
  return found.length;
}
