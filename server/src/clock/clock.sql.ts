import { DAY_MS } from '#shared/limits';
import { SKEW_MS, within } from '../lib/within.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** A site may be off for this long. No clock that is believed is further ahead. */
export const TRUST_MS = 30 * DAY_MS;

const SELECT = sql("SELECT at FROM marks WHERE name = 'clock_trusted'").rows<{ at: number }>();
const SET = sql(`INSERT INTO marks (name, value, at) VALUES ('clock_trusted', '', {at:time})
  ON CONFLICT (name) DO UPDATE SET at = excluded.at`);
const SELECT_NEWEST = sql(`
  SELECT (SELECT received_at FROM events ORDER BY seq DESC LIMIT 1) AS event,
    (SELECT max(recorded_at) FROM consents) AS consent, (SELECT max(created_at) FROM notifyme_signups) AS signup`).rows<
  Record<'event' | 'consent' | 'signup', number | null>
>();

const isRight = (now: number, trusted: number) => within(now, trusted, TRUST_MS, SKEW_MS);

/**
 * Judges a clock by the time at which one was last believed, and at first by the newest row. Visitors' rows do not count from
 * then on: a clock that is years ahead dates them, too. If it is believed, or somebody accepts it, that is the time from now on.
 *
 * @returns null if it is believed, and otherwise the time by which it is not
 */
export function* judgeClock(db: Db, now: number, isAccepted = false): Op<number | null> {
  const trusted = yield* trustedAt(db, now);
  const isBelieved = isAccepted || isRight(now, trusted);
  yield* db.run(SET, { at: isBelieved ? now : trusted });
  return isBelieved ? null : trusted;
}

/** Returns the same without noting it. */
export function* doubtOfClock(db: Db, now: number): Op<number | null> {
  const trusted = yield* trustedAt(db, now);
  return isRight(now, trusted) ? null : trusted;
}

function* trustedAt(db: Db, now: number): Op<number> {
  const known = yield* db.get(SELECT, {});
  if (known) return known.at;
  const times = Object.values((yield* db.get(SELECT_NEWEST, {})) ?? {});
  const newest = times.filter((time) => time !== null);
  return newest.length === 0 ? now : Math.max(...newest);
}
