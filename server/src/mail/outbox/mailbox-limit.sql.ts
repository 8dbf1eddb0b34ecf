import { DAY_MS } from '#shared/limits';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import { MAX_TO_MAILBOX } from './outbox-rule.ts';

const SELECT_FIRST_OF_DAY = sql(`
  SELECT handed_over_at AS "handedOverAt" FROM outbox
  WHERE mailbox = {mailbox:text} AND handed_over_at BETWEEN {since:time} AND {now:time}
  ORDER BY handed_over_at DESC LIMIT 1 OFFSET ${MAX_TO_MAILBOX - 1}`).rows<{
  handedOverAt: number;
}>();

/** Returns when a mailbox that had as many messages as a day may have gets the next one; null if it may have one now. */
export function* mailboxFreeAt(db: Db, mailbox: string, now: number): Op<number | null> {
  const first = yield* db.get(SELECT_FIRST_OF_DAY, { mailbox, since: now - DAY_MS + 1, now });
  return first ? first.handedOverAt + DAY_MS : null;
}
