import type { Statement } from './statement.ts';

/**
 * What an operation returns: a generator that yields what it waits for. `yield*` runs it inside another operation and
 * returns its result, as `await` does for a promise. On SQLite nothing waits, so an operation ends before anything else
 * runs. docs/decisions/031-one-store-two-drivers.md says why operations are generators, and how to write one.
 */
export type Op<T> = Iterable<Promise<unknown>, T, unknown>;

/** Runs statements. A statement is sent by the call, and `yield*` waits for its result. */
export interface Db {
  all<Values, Row>(statement: Statement<Values, Row>, values: Values): Op<Row[]>;
  get<Values, Row>(statement: Statement<Values, Row>, values: Values): Op<Row | undefined>;
  /** Returns how many rows were written. */
  run<Values>(statement: Statement<Values>, values: Values): Op<number>;
  /** Runs a statement that selects `FROM {each}` with each of these values, in their order. */
  each<Values>(statement: Statement<Values>, values: readonly Values[]): Op<void>;
  /** Writes without changing any content. */
  probe(): Op<void>;
}
