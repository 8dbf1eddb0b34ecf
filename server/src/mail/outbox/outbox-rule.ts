import { DAY_MS } from '#shared/limits';

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

/** The due time of who was never tried: a time of the clock might be ahead. */
export const AT_ONCE = Date.UTC(2020, 0, 1);
/** Answers that there is no such mailbox (RFC 3463, X.1 and X.2.1), and not that the message is disliked: that one goes to all. */
export const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([1-36]|10)|2\.1)\b|^55[013][ -](?!\d\.\d)/;
