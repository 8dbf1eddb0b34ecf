import type { Database } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { StoreUnavailableError } from '../../store.ts';

export interface GroupCommitOptions {
  /** A larger transaction blocks the event loop for long: 1,000 rows, 8 to 21 ms where it was measured. */
  maxRows?: number;
  /** How long to wait, in milliseconds, for a lock that another process holds. */
  lockTimeoutMs?: number;
  /** So many rows may wait; who comes then is refused at once. */
  maxWaitingRows?: number;
  /** Told of each transaction that is on disk, and how long it took from its begin. */
  onCommit?(commit: { seconds: number; rows: number }): void;
}

export interface GroupCommit {
  /**
   * Runs a synchronous operation that writes about `rows` rows; resolves once it is on disk. Rejects with
   * {@link StoreUnavailableError} when it could not be kept, or when too much waits already.
   */
  run<T>(rows: number, operation: () => T): Promise<T>;
  /** How many operations wait. */
  waiting(): number;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
}

interface Waiting {
  rows: number;
  operation(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const LOCK_RETRY_MS = 20;
/** Less than a second of writing: whoever has to wait longer is better told to come again. */
const MAX_WAITING_ROWS = 10_000;

/**
 * Writes that arrive in one turn of the event loop share one transaction, hence one fsync: eight
 * times the throughput of a transaction each. An operation that fails takes none of its neighbours down.
 */
export function createGroupCommit(
  db: Database,
  {
    maxRows = 500,
    lockTimeoutMs = 5_000,
    maxWaitingRows = MAX_WAITING_ROWS,
    onCommit,
  }: GroupCommitOptions = {},
): GroupCommit {
  let queue: Waiting[] = [];
  let waitingRows = 0;
  const idle: (() => void)[] = [];
  let scheduled = false;
  let lockedSince = 0;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');

  function schedule(delayMs = 0) {
    if (scheduled) return;
    scheduled = true;
    if (delayMs > 0) setTimeout(turn, delayMs);
    else setImmediate(turn);
  }

  function turn() {
    scheduled = false;
    const group = takeGroup();
    const outcome = attempt(group);
    if (outcome === 'locked') {
      putBack(group);
      schedule(LOCK_RETRY_MS);
      return;
    }
    if (outcome === 'failed') retryOneByOne(group);
    if (queue.length > 0) schedule();
    else for (const resolve of idle.splice(0)) resolve();
  }

  function takeGroup(): Waiting[] {
    let rows = 0;
    const end = queue.findIndex((one, index) => {
      rows += one.rows;
      return index > 0 && rows > maxRows;
    });
    return take(end === -1 ? queue.length : end);
  }

  function take(count: number): Waiting[] {
    const taken = queue.splice(0, count);
    waitingRows -= countRows(taken);
    return taken;
  }

  function putBack(group: readonly Waiting[]) {
    queue = [...group, ...queue];
    waitingRows += countRows(group);
  }

  /** One transaction for the group. `failed` has rolled back and told nobody yet. */
  function attempt(group: readonly Waiting[]): 'settled' | 'locked' | 'failed' {
    const since = performance.now();
    try {
      begin.run();
    } catch (error) {
      if (mayWaitForLock(error)) return 'locked';
      // Who waits behind the group has waited as long: without a transaction nothing can be kept.
      const reason = db.open ? asUnavailable(error) : new StoreUnavailableError('CLOSED');
      for (const one of [...group, ...take(queue.length)]) one.reject(reason);
      return 'settled';
    }
    lockedSince = 0;
    try {
      const results = group.map((one) => one.operation());
      commit.run();
      for (const [index, one] of group.entries()) one.resolve(results[index]);
      onCommit?.({ seconds: (performance.now() - since) / 1000, rows: countRows(group) });
      return 'settled';
    } catch (error) {
      if (db.inTransaction) rollback.run();
      const reason = asUnavailable(error);
      // A full disk is nobody's fault in the group: alone, each would only fail again.
      if (group.length > 1 && !(reason instanceof StoreUnavailableError)) return 'failed';
      for (const one of group) one.reject(reason);
      return 'settled';
    }
  }

  function retryOneByOne(group: readonly Waiting[]) {
    for (const [index, one] of group.entries()) {
      if (attempt([one]) !== 'locked') continue;
      putBack(group.slice(index)); // in their order: what was sent first holds
      return;
    }
  }

  /** Asks again later instead of blocking the event loop in SQLite's own busy handler. */
  function mayWaitForLock(error: unknown): boolean {
    const busy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    const now = performance.now();
    lockedSince ||= now;
    if (busy && now - lockedSince < lockTimeoutMs) return true;
    lockedSince = 0;
    return false;
  }

  return {
    run: <T>(rows: number, operation: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (waitingRows >= maxWaitingRows) {
          reject(new StoreUnavailableError('QUEUE_FULL'));
          return;
        }
        const weight = Math.max(1, rows); // an operation takes its place even when it writes nothing
        waitingRows += weight;
        queue.push({ rows: weight, operation, resolve, reject });
        schedule();
      }),
    waiting: () => queue.length,
    drain: () =>
      queue.length === 0 && !scheduled
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve);
          }),
  };
}

const countRows = (group: readonly Waiting[]) => group.reduce((sum, { rows }) => sum + rows, 0);

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOTADB|CORRUPT)/;

/** Tells a disk or a lock that failed from a bug. */
function asUnavailable(error: unknown): unknown {
  return error instanceof Sqlite.SqliteError && UNAVAILABLE.test(error.code)
    ? new StoreUnavailableError(error.code, { cause: error })
    : error;
}
