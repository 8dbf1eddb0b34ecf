import { StoreUnavailableError } from './store.ts';

export interface WriteQueueOptions {
  /** The most rows of one transaction. A single larger operation has a transaction of its own. */
  maxRows?: number;
  /** The most rows that may wait. A full queue refuses operations at once. */
  maxWaitingRows?: number;
  /**
   * The least time from the start of a transaction to the start of the next one, in milliseconds, while only few
   * operations wait that may rest. With fewer and larger transactions the same writes take less of the processor.
   */
  betweenMs?: number;
  /** Called after each transaction that is on disk, with the seconds since it began. */
  onCommit?(commit: { seconds: number; rows: number }): void;
}

export interface WriteQueue<Operation, Outcome> {
  /**
   * Adds an operation that writes about `rows` rows to a coming transaction. Resolves once that transaction is on disk.
   * Rejects with {@link StoreUnavailableError} when nothing can be written now, or when the queue is full.
   *
   * @param mayRest whether the write may wait some milliseconds for others. Writes that keep a message from being sent twice may not
   */
  run(rows: number, operation: Operation, mayRest?: boolean): Promise<Outcome>;
  /** Returns how many operations wait or are being written. */
  waiting(): number;
  /** Resolves when the queue is empty. */
  drain(): Promise<void>;
}

export interface Committed<Outcome> {
  /** One result for each operation, in the same order. */
  outcomes: readonly Outcome[];
  /** Seconds from the start of the transaction until it was on disk. */
  seconds: number;
}

interface Waiting<Operation, Outcome> {
  rows: number;
  operation: Operation;
  mayRest: boolean;
  /** Its group failed, so it is tried without neighbours. */
  alone: boolean;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

const MAX_ROWS = 1_000;
/** Less than a second of writing. A client that would wait longer should rather try again later. */
const MAX_WAITING_ROWS = 10_000;
/** As many operations are written without a rest. */
const ENOUGH = 32;

/**
 * Operations that arrive together share one transaction, and so one wait for the disk. Groups are written one at a time
 * and in order. While one is being written, the next one fills: the slower the disk or the server, the larger the
 * groups. A failing operation does not fail its neighbours.
 *
 * @param commit runs operations in one transaction, in order. Rejects with {@link StoreUnavailableError} when nothing
 *   can be written now; after any other error each operation of the group is tried alone
 */
export function createWriteQueue<Operation, Outcome>(
  commit: (operations: readonly Operation[]) => Promise<Committed<Outcome>>,
  {
    maxRows = MAX_ROWS,
    maxWaitingRows = MAX_WAITING_ROWS,
    betweenMs = 0,
    onCommit,
  }: WriteQueueOptions = {},
): WriteQueue<Operation, Outcome> {
  type One = Waiting<Operation, Outcome>;
  let queue: One[] = [];
  /** These two include the group that is being written. */
  let waiting = 0;
  let waitingRows = 0;
  let running: Promise<void> | null = null;
  let lastBegan = Number.NEGATIVE_INFINITY;
  let wake = () => {};

  async function work() {
    while (queue.length > 0) {
      const restMs = lastBegan + betweenMs - performance.now();
      if (restMs > 0 && queue.length < ENOUGH && queue.every(({ mayRest }) => mayRest)) {
        await rest(restMs);
      }
      // Requests are answered between two groups, and their writes join the next group.
      await new Promise(setImmediate);
      lastBegan = performance.now();
      await settle(takeGroup());
    }
    running = null;
  }

  /** Waits until the time is over or enough operations wait. */
  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function takeGroup(): One[] {
    let rows = 0;
    const end = queue.findIndex((one, index) => {
      rows += one.rows;
      return index > 0 && (rows > maxRows || queue[0]?.alone);
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  }

  async function settle(group: readonly One[]): Promise<void> {
    try {
      const { outcomes, seconds } = await commit(group.map(({ operation }) => operation));
      leave(group);
      for (const [index, one] of group.entries()) one.resolve(outcomes[index] as Outcome);
      onCommit?.({ seconds, rows: countRows(group) });
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        // The operations behind the group would fail as well, and they have waited as long.
        refuse([...group, ...queue.splice(0)], error);
      } else if (group.length === 1) {
        refuse(group, error);
      } else {
        queue = [...group.map((one) => ({ ...one, alone: true, mayRest: false })), ...queue];
      }
    }
  }

  function refuse(group: readonly One[], error: unknown) {
    leave(group);
    for (const one of group) one.reject(error);
  }

  /** Frees the places before any caller is notified, for callers that try again at once. */
  function leave(group: readonly One[]) {
    waiting -= group.length;
    waitingRows -= countRows(group);
  }

  return {
    run: (rows, operation, mayRest = false) =>
      new Promise((resolve, reject) => {
        if (waitingRows >= maxWaitingRows) {
          reject(new StoreUnavailableError('QUEUE_FULL'));
          return;
        }
        const weight = Math.max(1, rows); // an operation that writes nothing also takes a place
        waiting += 1;
        waitingRows += weight;
        queue.push({ rows: weight, operation, mayRest, alone: false, resolve, reject });
        if (!mayRest || queue.length >= ENOUGH) wake();
        running ??= work();
      }),
    waiting: () => waiting,
    drain: async () => {
      while (running) await running;
    },
  };
}

const countRows = (group: readonly { rows: number }[]) =>
  group.reduce((sum, { rows }) => sum + rows, 0);
