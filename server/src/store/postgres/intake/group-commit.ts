import { StoreUnavailableError } from '../../store.ts';

export interface GroupCommitOptions {
  maxRows?: number;
  /** So many rows may wait; who comes then is refused at once. */
  maxWaitingRows?: number;
  /** Told of each transaction that is on disk, and how long it took from its begin. */
  onCommit?(commit: { seconds: number; rows: number }): void;
}

export interface GroupCommit<Operation, Outcome> {
  /**
   * Adds an operation that writes about `rows` rows to the next transaction; resolves once it is on disk. Rejects
   * with {@link StoreUnavailableError} when it could not be kept, or when too much waits already.
   */
  run(rows: number, operation: Operation): Promise<Outcome>;
  /** How many operations wait, or are under way. */
  waiting(): number;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
}

interface Waiting<Operation, Outcome> {
  rows: number;
  operation: Operation;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** More in one statement gains nothing that can be measured. */
const MAX_ROWS = 1_000;
const MAX_WAITING_ROWS = 10_000;

/**
 * What arrives while a transaction is under way shares the next one: the slower the server answers, the larger the
 * groups. One at a time, so that operations of one process take effect in their order. An operation that fails takes
 * none of its neighbours down.
 *
 * @param commit carries operations out in one transaction, in their order, and answers what came of each
 */
export function createGroupCommit<Operation, Outcome>(
  commit: (operations: readonly Operation[]) => Promise<Outcome[]>,
  { maxRows = MAX_ROWS, maxWaitingRows = MAX_WAITING_ROWS, onCommit }: GroupCommitOptions = {},
): GroupCommit<Operation, Outcome> {
  type One = Waiting<Operation, Outcome>;
  const queue: One[] = [];
  let waiting = 0;
  let waitingRows = 0;
  let running: Promise<void> | null = null;

  async function work() {
    await new Promise(setImmediate); // what arrives in this turn of the event loop comes along
    while (queue.length > 0) await settle(takeGroup());
    running = null;
  }

  function takeGroup(): One[] {
    let rows = 0;
    const end = queue.findIndex((one, index) => {
      rows += one.rows;
      return index > 0 && rows > maxRows;
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  }

  async function settle(group: readonly One[]): Promise<void> {
    const since = performance.now();
    try {
      const outcomes = await commit(group.map(({ operation }) => operation));
      leave(group);
      for (const [index, one] of group.entries()) one.resolve(outcomes[index] as Outcome);
      onCommit?.({ seconds: (performance.now() - since) / 1000, rows: countRows(group) });
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        // Who waits behind the group has waited as long: without a server nothing can be kept.
        refuse([...group, ...queue.splice(0)], error);
      } else if (group.length === 1) {
        refuse(group, error);
      } else {
        for (const one of group) await settle([one]);
      }
    }
  }

  function refuse(group: readonly One[], error: unknown) {
    leave(group);
    for (const one of group) one.reject(error);
  }

  /** Before anybody is told: who comes back at once finds the places free. */
  function leave(group: readonly One[]) {
    waiting -= group.length;
    waitingRows -= countRows(group);
  }

  return {
    run: (rows, operation) =>
      new Promise((resolve, reject) => {
        if (waitingRows >= maxWaitingRows) {
          reject(new StoreUnavailableError('QUEUE_FULL'));
          return;
        }
        const weight = Math.max(1, rows); // an operation takes its place even when it writes nothing
        waiting += 1;
        waitingRows += weight;
        queue.push({ rows: weight, operation, resolve, reject });
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
