import type { Database } from 'better-sqlite3';
import { expiryOf, unconfirmedSql } from '../../rules/confirmation-rule.ts';
import type { ExpiredStep, ExpiryStep, RowCounts, Signup } from '../../store.ts';
import type { Intake } from '../intake/intake.ts';
import { prepareNotices } from '../mail/notices.ts';

/** `events` has no index by time either (persons.ts). Reading this many rows takes a few milliseconds. */
const WINDOW_ROWS = 20_000;
/** Rows deleted in one transaction, which fills one group. */
const MAX_ROWS = 300;

interface Found<Key> {
  expired: Key[];
  looked: number;
  next: Key | null;
}

type ExpiryTimes = Required<Pick<ExpiryStep, 'before' | 'unconfirmedBefore' | 'told'>>;

/** How the rows of one kind are found and deleted. A key is what the search steps through. */
interface Expiring<Key> {
  parse(after: string): Key;
  find(times: ExpiryTimes, after: Key | null): Found<Key>;
  /** Runs inside a transaction; checks again, because the row may have changed since it was found. */
  remove(key: Key, times: ExpiryTimes): number;
  /** Counts the rows with these keys, without deleting them. */
  count(keys: readonly Key[]): number;
}

/** Runs retention step by step: searches outside any transaction, and deletes in the write queue beside the intake. */
export function createExpiry(db: Database, writes: Intake) {
  const events = prepareEvents(db);
  const kinds: Record<keyof RowCounts, (step: ExpiryStep) => Promise<ExpiredStep>> = {
    events: (step) => expire(events, step, events.countUndelivered),
    signups: (step) => expire(signups, step),
    consents: (step) => expire(consents, step),
  };
  const signups = prepareSignups(db);
  const consents = prepareConsents(db);

  async function expire<Key extends string | number>(
    { parse, find, remove, count }: Expiring<Key>,
    { before, unconfirmedBefore = null, after, dryRun, told = () => [] }: ExpiryStep,
    countUndelivered: (keys: readonly Key[]) => number = () => 0,
  ): Promise<ExpiredStep> {
    const times = { before, unconfirmedBefore, told };
    const { expired, looked, next } = find(times, after === null ? null : parse(after));
    const undelivered = countUndelivered(expired);
    const removeAll = () => expired.reduce((rows, key) => rows + remove(key, times), 0);
    const rows =
      dryRun || expired.length === 0 ? count(expired) : await writes.run(expired.length, removeAll);
    return { expired: rows, undelivered, looked, next: next === null ? null : String(next) };
  }

  return (step: ExpiryStep): Promise<ExpiredStep> => kinds[step.kind](step);
}

function prepareEvents(db: Database) {
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
  );
  const selectExpired = db
    .prepare<[number, number, number], number>(
      `SELECT seq FROM events WHERE seq > ? AND seq <= ? AND received_at < ? ORDER BY seq LIMIT ${MAX_ROWS}`,
    )
    .pluck();
  const selectCursor = db.prepare<[], number>('SELECT last_seq FROM relay_state').pluck();
  const remove = db.prepare<[number, number]>(
    'DELETE FROM events WHERE seq = ? AND received_at < ?',
  );
  return {
    parse: Number,
    find({ before }: ExpiryTimes, after: number | null): Found<number> {
      const { first, last } = selectEnds.get() ?? {};
      if (first == null || last == null) return { expired: [], looked: 0, next: null };
      const start = after ?? first - 1;
      const end = Math.min(start + WINDOW_ROWS, last);
      const expired = selectExpired.all(start, end, before);
      const full = expired.length === MAX_ROWS ? expired.at(-1) : undefined;
      const reached = full ?? end;
      return { expired, looked: reached - start, next: reached < last ? reached : null };
    },
    remove: (seq: number, { before }: ExpiryTimes) => remove.run(seq, before).changes,
    count: (seqs: readonly number[]) => seqs.length,
    countUndelivered(seqs: readonly number[]) {
      const cursor = selectCursor.get() ?? 0;
      return seqs.filter((seq) => seq > cursor).length;
    },
  };
}

function prepareSignups(db: Database): Expiring<string> {
  const expired = `(created_at < @before OR ${unconfirmedSql('@unconfirmedExpiry')})`;
  const bind = ({ before, unconfirmedBefore }: ExpiryTimes) => ({
    before,
    unconfirmedExpiry: unconfirmedBefore && expiryOf(unconfirmedBefore),
  });
  const selectNext = db.prepare<[object], { id: string; expired: number }>(
    `SELECT id, coalesce(${expired}, 0) AS expired FROM notifyme_signups WHERE id > @after ORDER BY id LIMIT ${MAX_ROWS}`,
  );
  const remove = db.prepare<[object], Pick<Signup, 'id' | 'signupType'>>(
    `DELETE FROM notifyme_signups WHERE id = @id AND ${expired} RETURNING id, signup_type AS signupType`,
  );
  const { queue } = prepareNotices(db);
  return {
    parse: String,
    find(times, after) {
      const rows = selectNext.all({ ...bind(times), after: after ?? '' });
      return {
        expired: rows.filter(({ expired }) => expired === 1).map(({ id }) => id),
        looked: rows.length,
        next: rows.length < MAX_ROWS ? null : (rows.at(-1)?.id ?? null),
      };
    },
    remove(id, times) {
      const removed = remove.all({ id, ...bind(times) });
      for (const signup of removed) queue(times.told(signup));
      return removed.length;
    },
    count: (ids) => ids.length,
  };
}

function prepareConsents(db: Database): Expiring<string> {
  const selectNext = db.prepare<[string], { id: string; last: number; rows: number }>(
    `SELECT consent_id AS id, max(recorded_at) AS last, count(*) AS rows FROM consents
     WHERE consent_id > ? GROUP BY consent_id ORDER BY consent_id LIMIT ${MAX_ROWS}`,
  );
  const count = db
    .prepare<[string], number>('SELECT count(*) FROM consents WHERE consent_id = ?')
    .pluck();
  const openPass = db.prepare('INSERT INTO retention_pass VALUES (1)');
  const closePass = db.prepare('DELETE FROM retention_pass');
  // A decision that was recorded in the meantime keeps all of them.
  const remove = db.prepare<{ id: string; before: number }>(
    `DELETE FROM consents WHERE consent_id = @id
     AND NOT EXISTS (SELECT 1 FROM consents WHERE consent_id = @id AND recorded_at >= @before)`,
  );
  return {
    parse: String,
    find({ before }, after) {
      const rows = selectNext.all(after ?? '');
      return {
        expired: rows.filter(({ last }) => last < before).map(({ id }) => id),
        looked: rows.reduce((sum, row) => sum + row.rows, 0),
        next: rows.length < MAX_ROWS ? null : (rows.at(-1)?.id ?? null),
      };
    },
    remove(id, { before }) {
      openPass.run();
      const { changes } = remove.run({ id, before });
      closePass.run();
      return changes;
    },
    count: (ids) => ids.reduce((sum, id) => sum + (count.get(id) ?? 0), 0),
  };
}
