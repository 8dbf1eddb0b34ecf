import type { Statement } from './statement.ts';

/**
 * What an operation returns: a generator that yields what it waits for. `yield*` runs it inside another operation and
 * returns its result, as `await` does for a promise. On SQLite nothing waits, so an operation ends before anything else
 * runs. docs/decisions/031-one-store-two-drivers.md says why operations are generators, and how to write one.
 */
export type Op<T> = Iterable<Promise<unknown>, T, unknown>;

/**
 * Runs statements. A statement is sent by the call, and `yield*` waits for its result. An operation does nothing before
 * `yield*`.
 */
export interface Db {
  all<Values, Row>(statement: Statement<Values, Row, false>, values: Values): Op<Row[]>;
  get<Values, Row>(statement: Statement<Values, Row, false>, values: Values): Op<Row | undefined>;
  /** Returns how many rows were written. */
  run<Values>(statement: Statement<Values, unknown, false>, values: Values): Op<number>;
  /** Runs a statement that selects `FROM {each}` with each of these values, in their order. */
  each<Values>(statement: Statement<Values, unknown, true>, values: readonly Values[]): Op<void>;
  /** Writes without changing any content. */
  probe(): Op<void>;
}

/** Returns the row of a statement that always has one, such as a count. */
export function* one<Values, Row>(
  db: Db,
  statement: Statement<Values, Row, false>,
  values: Values,
): Op<Row> {
  const row = yield* db.get(statement, values);
  if (row === undefined) throw new TypeError('a statement has no row');
  return row;
}

/** Returns a function that gives an operation something of its store. */
export const giving =
  <Own>(own: Own) =>
  <Args extends unknown[], T>(act: (db: Db, own: Own, ...args: Args) => Op<T>) =>
  (db: Db, ...args: Args): Op<T> =>
    act(db, own, ...args);

/** An operation of the store, before it has a database. */
type Operation<Args extends unknown[], T> = (db: Db, ...args: Args) => Op<T>;
type Method<Args extends unknown[], T> = (...args: Args) => Promise<T>;
/** About how many rows an operation writes. */
type Rows<Args extends unknown[]> = number | ((...args: Args) => number);

export interface Engine {
  /** For operations that only read. A store runs them outside any transaction, and a reader in a snapshot. */
  reads<Args extends unknown[], T>(operation: Operation<Args, T>): Method<Args, T>;
  /** For operations that write. Each runs in a transaction, again after a conflict. */
  writes<Args extends unknown[], T>(
    rows: Rows<Args>,
    operation: Operation<Args, T>,
  ): Method<Args, T>;
  /** The same for operations that must not overtake what visitors sent earlier. */
  queues<Args extends unknown[]>(
    rows: Rows<Args>,
    operation: Operation<Args, number>,
  ): Method<Args, number>;
  /** The same for operations whose deleted rows nobody may find in the files afterwards. */
  erases<Args extends unknown[], T>(operation: Operation<Args, T>): Method<Args, T>;
}

export const rowsOf = <Args extends unknown[]>(rows: Rows<Args>, args: Args): number =>
  typeof rows === 'number' ? rows : rows(...args);
