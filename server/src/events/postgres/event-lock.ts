import { createHash } from 'node:crypto';
import type { Transaction } from '../../store/postgres/connection/transaction.ts';

/*
 * Makes many writers look like one where that matters. A reader that walks over the events in the order of `seq` misses
 * none, and an erasure of a person's events leaves none that was being written (docs/decisions/018-many-writers.md).
 *
 * The problem: the sequence hands out a number at once, but the row appears at commit. Three writers on a database
 * whose last `seq` is 100:
 *
 * | what happens                          | writers' locks    | last `seq` given | the relay may read through |
 * |---------------------------------------|-------------------|------------------|----------------------------|
 * | A begins: its lock says 100           | 100               | 100              | 100                        |
 * | A takes 101 and 102                   | 100               | 102              | 100                        |
 * | B begins: its lock says 102           | 100, 102          | 102              | 100                        |
 * | B takes 103 and commits               | 100               | 103              | 100                        |
 * | C begins (103) and takes 104          | 100, 103          | 104              | 100                        |
 * | A commits                             | 103               | 104              | 103                        |
 * | C rolls back: 104 will never be there | none              | 104              | 104                        |
 *
 * After the fourth line the row 103 is there and 101 and 102 are not. A relay that took all rows it could see would move
 * its cursor to 103 and never deliver 101 and 102. The lowest lock keeps it at 100 until A has ended.
 *
 * The relay asks for the last number first and for the locks second. A writer D that begins after the first question
 * takes numbers above the answer, so it does not matter whether the second question sees its lock. The other way round,
 * the relay could see no lock, D could begin and take 105, and the relay would read through 105 before D commits.
 *
 * The locks are in the server's memory, so writers do not wait for each other. Each writer locks the last `seq` that was
 * given before it began. All rows that it writes have a greater `seq`.
 */

/** These numbers are arbitrary. They tell this program from other users of advisory locks in the same database. */
const PROGRAM = 0x6475;
const EVENTS = '1685414497, 1';
const PERSONS = 1685414498;
const SEQ_BITS = 48n;

const lockKey = (seq: number) => String((BigInt(PROGRAM) << SEQ_BITS) + BigInt(seq));

/** An unused sequence reads 1, and its first number is also 1. */
const LAST_GIVEN = 'CASE WHEN is_called THEN last_value ELSE last_value - 1 END';

const SHARE = `SELECT pg_advisory_xact_lock_shared(${EVENTS}),
  pg_advisory_xact_lock_shared(${lockKey(0)} + ${LAST_GIVEN}) FROM events_seq_seq`;

/** The server lists a lock on a bigint in two halves. */
const LOWEST_SHARED = `SELECT min(((classid::bigint & 65535) << 32) + objid::bigint) AS low FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = ${PROGRAM}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Shares the lock with the other writers until the transaction ends. Call it before consents are read and events are written. */
export async function shareEventLock(tx: Transaction): Promise<void> {
  await tx.query(SHARE);
}

/** Waits until no writer holds the lock, and makes later ones wait until the transaction ends. */
export async function takeEventLock(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${EVENTS})`);
}

/** Makes other transactions that decide for these consent ids wait until this one ends. */
export async function lockPersons(tx: Transaction, consentIds: readonly string[]): Promise<void> {
  // In one fixed order, so that two transactions never deadlock.
  const keys = [...new Set(consentIds.map(hash))].toSorted((a, b) => a - b);
  if (keys.length === 0) return;
  await tx.query(
    `SELECT pg_advisory_xact_lock(${PERSONS}, key) FROM unnest($1::int[]) AS keys (key)`,
    [keys],
  );
}

const hash = (consentId: string) => createHash('sha256').update(consentId).digest().readInt32BE();

/** Returns a `seq` up to which every event can be read or will never be there. */
export async function settledThrough(tx: Transaction): Promise<number> {
  // The order matters, as the example above shows.
  const [given, inside] = await Promise.all([
    tx.query<{ last: number }>(`SELECT ${LAST_GIVEN} AS last FROM events_seq_seq`),
    tx.query<{ low: number | null }>(LOWEST_SHARED),
  ]);
  const last = Number(given.rows[0]?.last ?? 0);
  const low = inside.rows[0]?.low;
  return low == null ? last : Math.min(last, Number(low));
}
