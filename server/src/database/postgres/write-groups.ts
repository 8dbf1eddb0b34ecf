import { personsOf, recordDecisions } from '../../consent/record-decisions.sql.ts';
import { lockPersons, shareEventLock } from '../../events/postgres/event-lock.ts';
import { recordEventBatches } from '../../events/postgres/insert-events.ts';
import { insertSignups, type SignupWrite } from '../../signups/insert-signup.sql.ts';
import type { SitePool } from '../../store/postgres/connection/pool.ts';
import { createDb, finish } from '../../store/postgres/connection/sql.ts';
import { inTransaction, type Transaction } from '../../store/postgres/connection/transaction.ts';
import type {
  Decision,
  EventBatch,
  InsertedSignup,
  RecordedDecision,
  RecordedEvents,
} from '../../store/store.ts';
import {
  type Committed,
  createWriteQueue,
  type WriteQueueOptions,
} from '../../store/write-queue.ts';

/** For each kind of operation, its value and its outcome. */
interface Writes {
  signup: { value: SignupWrite; outcome: InsertedSignup };
  decision: { value: Decision; outcome: RecordedDecision };
  events: { value: EventBatch; outcome: RecordedEvents };
  /** Any other write that must keep its place in the order. Resolves with the number of rows. */
  task: { value: (tx: Transaction) => Promise<number>; outcome: number };
}
type Kind = keyof Writes;
type Value<K extends Kind> = Writes[K]['value'];
type Outcome<K extends Kind> = Writes[K]['outcome'];

interface Operation<K extends Kind = Kind> {
  kind: K;
  value: Value<K>;
}

/** Runs operations of one kind. */
type Writers = { [K in Kind]: (values: readonly Value<K>[]) => Promise<Outcome<K>[]> };

/**
 * Writes what visitors send, and what must not overtake it, in groups. A group is one transaction, with one statement
 * for consecutive operations of the same kind.
 */
export function createPostgresIntake(pool: SitePool, options: WriteQueueOptions) {
  async function commit(operations: readonly Operation[]): Promise<Committed<Outcome<Kind>>> {
    const since = performance.now();
    const outcomes = await inTransaction(pool, (tx) => carryOut(tx, operations));
    return { outcomes, seconds: (performance.now() - since) / 1000 };
  }
  const queue = createWriteQueue(commit, options);
  return {
    write: <K extends Kind>(kind: K, rows: number, value: Value<K>) =>
      queue.run(rows, { kind, value }, kind !== 'task') as Promise<Outcome<K>>,
    waiting: queue.waiting,
    drain: queue.drain,
  };
}
export type Intake = ReturnType<typeof createPostgresIntake>;

async function carryOut(tx: Transaction, operations: readonly Operation[]) {
  // Not awaited: the server runs the statements in order, and after one that fails the next one fails too.
  const writesEvents = operations.some(({ kind }) => kind === 'events');
  const entering = writesEvents ? begin(shareEventLock(tx)) : undefined;
  const locking = begin(lockPersons(tx, personsOf(valuesOf(operations, 'decision'))));
  const writers: Writers = {
    signup: (signups) => finish(insertSignups(createDb(tx), signups)),
    decision: (decisions) => finish(recordDecisions(createDb(tx), decisions)),
    events: (batches) => recordEventBatches(tx, batches),
    async task(tasks) {
      const outcomes: number[] = [];
      for (const task of tasks) outcomes.push(await task(tx));
      return outcomes;
    },
  };
  try {
    const outcomes: Outcome<Kind>[] = [];
    for (const { kind, values } of inRuns(operations)) {
      outcomes.push(...(await write(writers, kind, values)));
    }
    return outcomes;
  } finally {
    // Reports the first error, such as a lock or the network. Later statements only say that the transaction failed.
    await entering;
    await locking;
  }
}

const write = <K extends Kind>(writers: Writers, kind: K, values: readonly Value<K>[]) =>
  writers[kind](values);

/** An error is reported where the result is awaited. */
function begin<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Joins consecutive operations of one kind and keeps their order: what was sent first takes effect first. */
function inRuns(operations: readonly Operation[]) {
  const runs: { kind: Kind; values: Value<Kind>[] }[] = [];
  for (const { kind, value } of operations) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.values.push(value);
    else runs.push({ kind, values: [value] });
  }
  return runs;
}

const valuesOf = <K extends Kind>(operations: readonly Operation[], kind: K) =>
  operations.filter((one): one is Operation<K> => one.kind === kind).map(({ value }) => value);
