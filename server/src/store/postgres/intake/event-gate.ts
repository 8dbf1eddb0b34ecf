import { createHash } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import type { Transaction } from '../connection/transaction.ts';

/**
 * What makes many writers look like one where it matters: who walks over the events in the order of `seq` misses none,
 * and who erases a person's events leaves none that was on its way (docs/decisions/018-many-writers.md).
 */
export interface EventGate {
  /**
   * Before consents are read and `rows` events written, if any; until the transaction ends. Answers the `seq` before
   * the first, where the writer has to count, or null where the sequence does.
   */
  enter(tx: Transaction, rows: number): Promise<number | null>;
  /** Waits until nobody is inside, and lets nobody in until the transaction ends. */
  close(tx: Transaction): Promise<void>;
  /** The decisions of these consent ids come one after the other, until the transaction ends. */
  lockPersons(tx: Transaction, consentIds: readonly string[]): Promise<void>;
  /** Every event with this `seq` or a lower one is there to be read, or never comes. */
  settledThrough(tx: Transaction): Promise<number>;
}

/** The locks that the server offers. */
export async function chooseGate(pool: Pool): Promise<EventGate> {
  return (await hasAdvisoryLocks(pool)) ? advisoryGate : rowGate;
}

/** CockroachDB takes the calls and locks nothing; YugabyteDB refused them until 2025: so it is tried. */
async function hasAdvisoryLocks(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [lowMark(0)]);
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

/** Of this program, among other users of advisory locks in the same database: any numbers would do. */
const MARKS = 0x6475;
const GATE = '1685414497, 1';
const PERSONS = 1685414498;
const MARK_BITS = 48n;

const lowMark = (seq: number) => String((BigInt(MARKS) << MARK_BITS) + BigInt(seq));

/** A sequence that was never asked says 1, and gives 1 first. */
const LAST_GIVEN = 'CASE WHEN is_called THEN last_value ELSE last_value - 1 END';

const ENTER = `SELECT pg_advisory_xact_lock_shared(${GATE}),
  pg_advisory_xact_lock_shared(${lowMark(0)} + ${LAST_GIVEN}) FROM events_seq_seq`;

/** A lock on a bigint is listed in two halves. */
const LOWEST_INSIDE = `SELECT min(((classid::bigint & 65535) << 32) + objid::bigint) AS low FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = ${MARKS}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Locks in memory only. A writer holds one that bears the last `seq` given before it came: all that it writes is
 * above. Whoever comes later than a look at the locks gets what the sequence gives after that look.
 */
export const advisoryGate: EventGate = {
  async enter(tx, rows) {
    if (rows > 0) await tx.query(ENTER);
    return null;
  },
  async close(tx) {
    await tx.query(`SELECT pg_advisory_xact_lock(${GATE})`);
  },
  async lockPersons(tx, consentIds) {
    // In one order: two transactions never wait for each other.
    const keys = [...new Set(consentIds.map(hash))].toSorted((a, b) => a - b);
    if (keys.length === 0) return;
    await tx.query(
      `SELECT pg_advisory_xact_lock(${PERSONS}, key) FROM unnest($1::int[]) AS keys (key)`,
      [keys],
    );
  },
  async settledThrough(tx) {
    // In this order, each with a look of its own.
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
 * For engines without advisory locks: one writer at a time, which counts `seq` itself in the row that it locks. The
 * order of `seq` is then the order of commits.
 */
export const rowGate: EventGate = {
  async enter(tx, rows) {
    if (rows === 0) return null;
    const counted = await tx.query<{ last: number }>(
      `UPDATE turns SET counter = counter + $1 WHERE name = 'events' RETURNING counter AS last`,
      [rows],
    );
    return Number(counted.rows[0]?.last ?? 0) - rows;
  },
  async close(tx) {
    await tx.query(`SELECT 1 FROM turns WHERE name = 'events' FOR UPDATE`);
  },
  async lockPersons(tx, consentIds) {
    if (consentIds.length > 0)
      await tx.query(`SELECT 1 FROM turns WHERE name = 'decisions' FOR UPDATE`);
  },
  async settledThrough() {
    return Number.MAX_SAFE_INTEGER;
  },
};
