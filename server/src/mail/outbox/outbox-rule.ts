import { DAY_MS } from '#shared/limits';
import type { MailState } from '../../store/mail-store.ts';

/** The most messages that a mailbox gets in a day. */
export const MAX_TO_MAILBOX = 3;
/** More different answers than this would not help. */
export const MAX_REASONS = 20;
/** Rows of the outbox that are deleted in one transaction. */
export const MAX_CLEARED = 300;

/**
 * SQL for the rows that are no longer needed, with the parameters of {@link clearableTimes}. A request for a confirmation
 * that was set aside stays as long as its signup, because the console shows why.
 */
export const CLEARABLE_SQL = `(state = 'sent' OR kind <> 'confirmation')
   AND settled_at NOT BETWEEN CASE state WHEN 'sent' THEN {sent:time} ELSE {setAside:time} END AND {future:time}`;

/** Messages that were set aside are counted for a week. Times in the future come from a clock that was wrong. */
export const clearableTimes = (now: number) => ({
  sent: now - DAY_MS,
  setAside: now - 7 * DAY_MS,
  future: now + DAY_MS,
});

/** The messages of a state, and when the first was queued and the last was settled. */
export interface StateRow {
  state: string;
  count: number;
  since: number;
  /** Since when the first has been due; it may be to come. */
  overdue: number;
  /** The same of those without a reply like `450`. */
  unanswered: number | null;
  last: number | null;
}

export function toMailState(rows: readonly StateRow[]): MailState {
  const of = (state: string) => rows.find((row) => row.state === state);
  return {
    waiting: of('waiting')?.count ?? 0,
    waitingSince: of('waiting')?.since ?? null,
    overdueSince: of('waiting')?.overdue ?? null,
    unansweredSince: of('waiting')?.unanswered ?? null,
    sent: of('sent')?.count ?? 0,
    lastSentAt: of('sent')?.last ?? null,
    refused: of('refused')?.count ?? 0,
    givenUp: of('given_up')?.count ?? 0,
  };
}

/** The due time of who was never tried: a time of the clock might be ahead. */
export const AT_ONCE = Date.UTC(2020, 0, 1);
/** Answers that there is no such mailbox (RFC 3463, X.1 and X.2.1), and not that the message is disliked: that one goes to all. */
export const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([1-36]|10)|2\.1)\b|^55[013][ -](?!\d\.\d)/;
