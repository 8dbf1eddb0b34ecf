import type { Pool } from 'pg';
import type { Presence } from '../connection/presence.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Makes many writers look like one where that matters. A reader that walks over the events in the order of `seq` misses
 * none, and an erasure of a person's events leaves none that was being written (docs/decisions/018-many-writers.md).
 *
 * The problem: the sequence hands out a number at once, but the row appears at commit. Three writers on a database
 * whose last `seq` is 100, as advisory-gate.ts sees them:
 *
 * | what happens                          | locks in the gate | last `seq` given | the relay may read through |
 * |---------------------------------------|-------------------|------------------|----------------------------|
 * | A enters: its lock says 100           | 100               | 100              | 100                        |
 * | A takes 101 and 102                   | 100               | 102              | 100                        |
 * | B enters: its lock says 102           | 100, 102          | 102              | 100                        |
 * | B takes 103 and commits               | 100               | 103              | 100                        |
 * | C enters (103) and takes 104          | 100, 103          | 104              | 100                        |
 * | A commits                             | 103               | 104              | 103                        |
 * | C rolls back: 104 will never be there | none              | 104              | 104                        |
 *
 * After the fourth line the row 103 is there and 101 and 102 are not. A relay that took all rows it could see would move
 * its cursor to 103 and never deliver 101 and 102. The lowest lock keeps it at 100 until A has ended.
 *
 * The relay asks for the last number first and for the locks second. A writer D that enters after the first question
 * takes numbers above the answer, so it does not matter whether the second question sees its lock. The other way round,
 * the relay could see no lock, D could enter and take 105, and the relay would read through 105 before D commits.
 *
 * row-gate.ts lets one writer in at a time, so A, B and C would commit in the order of their numbers.
 */
export interface EventGate {
  /** The kind of lock that the gate uses. */
  readonly locks: 'advisory' | 'rows';
  /**
   * Enters the gate until the transaction ends. Call it before consents are read and `rows` events are written.
   * Returns the `seq` before the first event where the writer has to count, and null where the sequence counts.
   */
  enter(tx: Transaction, rows: number): Promise<number | null>;
  /** Waits until nobody is inside, and lets nobody in until the transaction ends. */
  close(tx: Transaction): Promise<void>;
  /** Makes other transactions that decide for these consent ids wait until this one ends. */
  lockPersons(tx: Transaction, consentIds: readonly string[]): Promise<void>;
  /** Returns a `seq` up to which every event can be read or will never be there. */
  settledThrough(tx: Transaction): Promise<number>;
  /** Returns what tells the processes of this site which text the others ask with. */
  createPresence(pool: Pool): Presence;
}
