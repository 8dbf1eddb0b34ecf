import { createHash } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import { createPresence } from '../connection/presence.ts';
import type { EventGate } from './event-gate.ts';

/** These numbers are arbitrary. They tell this program from other users of advisory locks in the same database. */
const PROGRAM = 0x6475;
const GATE = '1685414497, 1';
const PERSONS = 1685414498;
const SEQ_BITS = 48n;

const lockKey = (seq: number) => String((BigInt(PROGRAM) << SEQ_BITS) + BigInt(seq));

/** An unused sequence reads 1, and its first number is also 1. */
const LAST_GIVEN = 'CASE WHEN is_called THEN last_value ELSE last_value - 1 END';

const ENTER = `SELECT pg_advisory_xact_lock_shared(${GATE}),
  pg_advisory_xact_lock_shared(${lockKey(0)} + ${LAST_GIVEN}) FROM events_seq_seq`;

/** The server lists a lock on a bigint in two halves. */
const LOWEST_INSIDE = `SELECT min(((classid::bigint & 65535) << 32) + objid::bigint) AS low FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = ${PROGRAM}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Uses locks that the server keeps in memory, so writers do not wait for each other. Each writer locks the last `seq`
 * that was given before it entered. All rows that it writes have a greater `seq`. event-gate.ts has an example.
 */
export const advisoryGate: EventGate = {
  locks: 'advisory',
  createPresence,
  async enter(tx, rows) {
    if (rows > 0) await tx.query(ENTER);
    return null;
  },
  async close(tx) {
    await tx.query(`SELECT pg_advisory_xact_lock(${GATE})`);
  },
  async lockPersons(tx, consentIds) {
    // In one fixed order, so that two transactions never deadlock.
    const keys = [...new Set(consentIds.map(hash))].toSorted((a, b) => a - b);
    if (keys.length === 0) return;
    await tx.query(
      `SELECT pg_advisory_xact_lock(${PERSONS}, key) FROM unnest($1::int[]) AS keys (key)`,
      [keys],
    );
  },
  async settledThrough(tx) {
    // The order matters: event-gate.ts says why.
    const [given, inside] = await Promise.all([
      tx.query<{ last: number }>(`SELECT ${LAST_GIVEN} AS last FROM events_seq_seq`),
      tx.query<{ low: number | null }>(LOWEST_INSIDE),
    ]);
    const last = Number(given.rows[0]?.last ?? 0);
    const low = inside.rows[0]?.low;
    return low == null ? last : Math.min(last, Number(low));
  },
};

const hash = (consentId: string) => createHash('sha256').update(consentId).digest().readInt32BE();

/**
 * Tests whether the server has advisory locks. CockroachDB accepts the calls but locks nothing. YugabyteDB refused them
 * until 2025.
 */
export async function hasAdvisoryLocks(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [lockKey(0)]);
    const { rows } = await client.query<{ low: number | null }>(LOWEST_INSIDE);
    await client.query('ROLLBACK');
    client.release();
    return rows[0]?.low === 0;
  } catch (error) {
    client.release(true);
    if (error instanceof DatabaseError && /^(0A|42)/.test(error.code ?? '')) return false;
    throw error;
  }
}
