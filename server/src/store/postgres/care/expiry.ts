import type { Pool } from 'pg';
import { expiryOf, unconfirmedSql } from '../../rules/confirmation-rule.ts';
import type { ExpiredStep, ExpiryStep, RowCounts, Signup } from '../../store.ts';
import { toTimestamp, toTimestampOrNull } from '../connection/column-types.ts';
import { ask, type Transaction } from '../connection/transaction.ts';
import type { EventGate } from '../intake/event-gate.ts';
import type { Intake } from '../intake/intake.ts';
import { queueRemoved } from '../mail/notices.ts';

/** `events` has no index by time. Reading this many rows takes a few milliseconds. */
const WINDOW_ROWS = 20_000;
/** Rows deleted in one transaction, which delays the intake of this process. */
const MAX_ROWS = 300;

interface Found {
  keys: (string | number)[];
  /** The number of rows with these keys. */
  rows: number;
  undelivered: number;
  looked: number;
  next: string | number | null;
}

type ExpiryTimes = Required<Pick<ExpiryStep, 'before' | 'unconfirmedBefore'>> &
  Pick<ExpiryStep, 'told'>;

/** How the rows of one kind are found and deleted. A key is what the search steps through. */
interface Expiring {
  find(pool: Pool, times: ExpiryTimes, after: string | null): Promise<Found>;
  /** Checks again, because rows may have changed since they were found. */
  remove(
    tx: Transaction,
    keys: Found['keys'],
    times: ExpiryTimes,
    gate: EventGate,
  ): Promise<number>;
}

/** Runs retention step by step: searches outside any transaction, and deletes in the groups of the intake. */
export function createExpiry(pool: Pool, gate: EventGate, intake: Intake) {
  return async ({ kind, after, dryRun, ...step }: ExpiryStep): Promise<ExpiredStep> => {
    const times = { unconfirmedBefore: null, ...step };
    const { find, remove } = KINDS[kind];
    const { keys, rows, undelivered, looked, next } = await find(pool, times, after);
    const removeAll = (tx: Transaction) => remove(tx, keys, times, gate);
    const expired =
      dryRun || keys.length === 0 ? rows : await intake.write('task', rows, removeAll);
    return { expired, undelivered, looked, next: next === null ? null : String(next) };
  };
}

const events: Expiring = {
  async find(pool, { before }, after) {
    const [ends] = await ask<{ first: number | null; last: number | null; cursor: number }>(
      pool,
      `SELECT min(seq) AS first, max(seq) AS last, (SELECT last_seq FROM relay_state) AS cursor FROM events`,
    );
    const { first = null, last = null, cursor = 0 } = ends ?? {};
    if (first === null || last === null) {
      return { keys: [], rows: 0, undelivered: 0, looked: 0, next: null };
    }
    const start = after === null ? first - 1 : Number(after);
    const end = Math.min(start + WINDOW_ROWS, last);
    const expired = await ask<{ seq: number }>(
      pool,
      `SELECT seq FROM events WHERE seq > $1 AND seq <= $2 AND received_at < $3 ORDER BY seq LIMIT ${MAX_ROWS}`,
      [start, end, toTimestamp(before)],
    );
    const keys = expired.map(({ seq }) => seq);
    const reached = (keys.length === MAX_ROWS && keys.at(-1)) || end;
    return {
      keys,
      rows: keys.length,
      undelivered: keys.filter((seq) => seq > cursor).length,
      looked: reached - start,
      next: reached < last ? reached : null,
    };
  },
  async remove(tx, keys, { before }) {
    const deleted = await tx.query(
      'DELETE FROM events WHERE seq = ANY($1::bigint[]) AND received_at < $2',
      [keys, toTimestamp(before)],
    );
    return deleted.rowCount ?? 0;
  },
};

const SIGNUP_EXPIRED = `(created_at < $2 OR ${unconfirmedSql('$3::timestamptz')})`;
const timesOf = ({ before, unconfirmedBefore }: ExpiryTimes) => [
  toTimestamp(before),
  toTimestampOrNull(unconfirmedBefore && expiryOf(unconfirmedBefore)),
];

const signups: Expiring = {
  async find(pool, times, after) {
    const rows = await ask<{ id: string; expired: boolean | null }>(
      pool,
      `SELECT id, ${SIGNUP_EXPIRED} AS expired FROM notifyme_signups WHERE id > $1 ORDER BY id LIMIT ${MAX_ROWS}`,
      [after ?? '', ...timesOf(times)],
    );
    const keys = rows.filter(({ expired }) => expired).map(({ id }) => id);
    const next = rows.length < MAX_ROWS ? null : (rows.at(-1)?.id ?? null);
    return { keys, rows: keys.length, undelivered: 0, looked: rows.length, next };
  },
  async remove(tx, keys, times) {
    const { rows } = await tx.query<Pick<Signup, 'id' | 'signupType'>>(
      `DELETE FROM notifyme_signups WHERE id = ANY($1::text[]) AND ${SIGNUP_EXPIRED}
       RETURNING id, signup_type AS "signupType"`,
      [keys, ...timesOf(times)],
    );
    await queueRemoved(tx, rows, times.told);
    return rows.length;
  },
};

const consents: Expiring = {
  async find(pool, { before }, after) {
    const persons = await ask<{ id: string; last: number; rows: number }>(
      pool,
      `SELECT consent_id AS id, max(recorded_at) AS last, count(*) AS rows FROM consents
       WHERE consent_id > $1 GROUP BY consent_id ORDER BY consent_id LIMIT ${MAX_ROWS}`,
      [after ?? ''],
    );
    const expired = persons.filter(({ last }) => last < before);
    return {
      keys: expired.map(({ id }) => id),
      rows: countRowsOf(expired),
      undelivered: 0,
      looked: countRowsOf(persons),
      next: persons.length < MAX_ROWS ? null : (persons.at(-1)?.id ?? null),
    };
  },
  // A decision that was recorded in the meantime keeps all of them.
  async remove(tx, keys, { before }, gate) {
    await gate.lockPersons(tx, keys.map(String));
    await tx.query('INSERT INTO retention_pass (id) VALUES (1)');
    const deleted = await tx.query(
      `DELETE FROM consents WHERE consent_id = ANY($1::text[]) AND consent_id NOT IN
         (SELECT consent_id FROM consents WHERE consent_id = ANY($1::text[]) AND recorded_at >= $2)`,
      [keys, toTimestamp(before)],
    );
    await tx.query('DELETE FROM retention_pass');
    return deleted.rowCount ?? 0;
  },
};

const KINDS: Record<keyof RowCounts, Expiring> = { events, signups, consents };

const countRowsOf = (persons: readonly { rows: number }[]) =>
  persons.reduce((sum, { rows }) => sum + rows, 0);
