import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { StoreUnavailableError } from '../../store.ts';
import {
  type Committed,
  createWriteQueue,
  type WriteQueue,
  type WriteQueueOptions,
} from '../../write-queue.ts';

export interface IntakeOptions extends WriteQueueOptions {
  /** How long to wait, in milliseconds, for a lock that another process holds. */
  lockTimeoutMs?: number;
}

export interface Intake extends Pick<WriteQueue<unknown, unknown>, 'waiting' | 'drain'> {
  /** Runs a synchronous operation in a coming transaction, as {@link WriteQueue.run}. */
  run<T>(rows: number, operation: () => T, mayRest?: boolean): Promise<T>;
}

/** A larger transaction would block the event loop too long: 1,000 rows took 8 to 21 ms. */
const MAX_ROWS = 500;
const LOCK_RETRY_MS = 20;

/**
 * Runs all writes in groups. A group is one transaction, and so one fsync. Its throughput is eight times that of one
 * transaction for each write.
 */
export function createSqliteIntake(
  db: Database,
  { lockTimeoutMs = 5_000, maxRows = MAX_ROWS, ...options }: IntakeOptions = {},
): Intake {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');

  async function carryOut(operations: readonly (() => unknown)[]): Promise<Committed<unknown>> {
    const giveUpAt = performance.now() + lockTimeoutMs;
    for (;;) {
      const since = performance.now();
      if (tryBegin(since < giveUpAt)) {
        const outcomes = transact(operations);
        return { outcomes, seconds: (performance.now() - since) / 1000 };
      }
      // SQLite's own busy handler would block the event loop.
      await sleep(LOCK_RETRY_MS);
    }
  }

  /** Begins a transaction. Returns false when another process holds the lock and `mayWait`. */
  function tryBegin(mayWait: boolean): boolean {
    try {
      begin.run();
      return true;
    } catch (error) {
      if (!db.open) throw new StoreUnavailableError('CLOSED');
      if (mayWait && isBusy(error)) return false;
      throw asUnavailable(error);
    }
  }

  /** Runs the operations and commits. Synchronous, so that nothing else gets into the transaction. */
  function transact(operations: readonly (() => unknown)[]): unknown[] {
    try {
      const outcomes = operations.map((operation) => operation());
      commit.run();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw asUnavailable(error);
    }
  }

  const queue = createWriteQueue(carryOut, { ...options, maxRows });
  return {
    run: <T>(rows: number, operation: () => T, mayRest?: boolean) =>
      queue.run(rows, operation, mayRest) as Promise<T>,
    waiting: queue.waiting,
    drain: queue.drain,
  };
}

const isBusy = (error: unknown) =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOTADB|CORRUPT)/;

/** Returns whether a disk or a lock failed; otherwise the error is a bug. */
function asUnavailable(error: unknown): unknown {
  return error instanceof Sqlite.SqliteError && UNAVAILABLE.test(error.code)
    ? new StoreUnavailableError(error.code, { cause: error })
    : error;
}
