import { pullBack } from '../mail/outbox/pull-back.sql.ts';
import { doubtOf, isRecent, trustedOf } from '../store/clock-rule.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { ClockState } from '../store/store.ts';

/** `value`: the latest time when a process last doubted its clock, or nothing. */
interface ClockRow {
  at: number;
  value: string;
}

const SELECT_AT = sql("SELECT at FROM marks WHERE name = 'clock'").rows<Pick<ClockRow, 'at'>>();
const SELECT = sql("SELECT at, value FROM marks WHERE name = 'clock' FOR UPDATE").rows<ClockRow>();
const SET = sql(`INSERT INTO marks (name, value, at) VALUES ('clock', {value:text}, {at:time})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at`);
/** For a database of a version that did not keep the latest time. */
const SELECT_LATEST = sql(`
  SELECT (SELECT received_at FROM events ORDER BY seq DESC LIMIT 1) AS event,
    (SELECT max(recorded_at) FROM consents) AS consent, (SELECT max(created_at) FROM notifyme_signups) AS signup,
    (SELECT max(at) FROM audit) AS audit, (SELECT max(at) FROM marks) AS mark,
    (SELECT max(day) FROM page_counts) AS day`).rows<Record<string, number | string | null>>();

/**
 * Keeps the latest time that a plausible clock had, and judges a clock by it.
 *
 * @param isAccepted whether somebody has confirmed that this clock is right
 */
export function* seeTime(db: Db, now: number, isAccepted = false): Op<ClockState> {
  const row = (yield* db.get(SELECT, {})) ?? { at: yield* latestIn(db, now), value: '' };
  const latest = isAccepted ? now : row.at;
  const doubt = doubtOf(now, latest);
  const doubtedAt = row.value === '' || isAccepted ? null : Number(row.value);
  if (doubt !== null) {
    // Once, or no pause between attempts would last longer than a minute.
    if (doubt === 'behind' && !isRecent(doubtedAt, latest)) yield* pullBack(db, now);
    yield* db.run(SET, { at: latest, value: String(latest) });
    return { latest, doubt, isDoubtedElsewhere: false };
  }
  const at = Math.max(now, latest);
  yield* db.run(SET, { at, value: doubtedAt === null ? '' : row.value });
  return { latest: at, doubt, isDoubtedElsewhere: isRecent(doubtedAt, at) };
}

function* latestIn(db: Db, now: number): Op<number> {
  const times = Object.values((yield* db.get(SELECT_LATEST, {})) ?? {}).flatMap((time) =>
    time === null ? [] : typeof time === 'string' ? Date.parse(time) : time,
  );
  return times.length === 0 ? now : Math.max(...times);
}

/** @see trustedOf */
export function* trustedTime(db: Db, now: number): Op<number> {
  return trustedOf(now, (yield* db.get(SELECT_AT, {}))?.at ?? now);
}
