import { DatabaseError, type QueryResult } from 'pg';
import type { Db, Op } from '../../sql/operation.ts';
import {
  isList,
  type ParameterType,
  replaceParameters,
  type Statement,
  toBuffer,
} from '../../sql/statement.ts';
import { toTimestamp } from './column-types.ts';
import { probe } from './probe.ts';
import type { Transaction } from './transaction.ts';

/** The type of each parameter. Without it the server would have to guess some. */
const TYPES: Record<ParameterType, string> = {
  text: 'text',
  int: 'bigint',
  time: 'timestamptz',
  flag: 'boolean',
  day: 'date',
  bytes: 'bytea',
  json: 'json',
  texts: 'text[]',
  ints: 'bigint[]',
};
const ENCODERS: Partial<Record<ParameterType, (value: unknown) => unknown>> = {
  time: (ms) => toTimestamp(ms as number),
  bytes: toBuffer,
  json: JSON.stringify,
};

type Values = Readonly<Record<string, unknown>>;
interface Compiled {
  text: string;
  /** Takes the values of the statement, or a list of them for `db.each`. */
  parameters(values: unknown): unknown[];
}

function compile({ texts: { postgres } }: Statement): Compiled {
  const text = postgres.replace(/\browid\b/g, 'seq');
  return text.includes('{each}') ? compileEach(text) : compileOne(text);
}

function compileOne(statement: string): Compiled {
  const numbers = new Map<string, number>();
  const { text, types } = replaceParameters(statement, (name, type) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
    const value = `$${numbers.get(name)}::${TYPES[type]}`;
    return isList(type) ? `(SELECT unnest(${value}) AS value)` : value;
  });
  return {
    text: text
      // An index is used for an array, whatever the server expects of its length.
      .replace(/\bNOT IN \(SELECT unnest\((\S+)\) AS value\)/g, '<> ALL ($1)')
      .replace(/\bIN \(SELECT unnest\((\S+)\) AS value\)/g, '= ANY ($1)'),
    parameters: (values) => [...types].map(([name, type]) => encode(values as Values, name, type)),
  };
}

/** All values are sent at once, one array for each parameter. */
function compileEach(statement: string): Compiled {
  const { text, types } = replaceParameters(statement, (name, type) => {
    if (isList(type)) throw new TypeError(`a statement with {each} takes no list: ${name}`);
    return `given."${name}"`;
  });
  const columns = [...types];
  const arrays = columns.map(([, type], index) => `$${index + 1}::${TYPES[type]}[]`);
  const names = columns.map(([name]) => `"${name}"`);
  return {
    text: text.replace('{each}', `unnest(${arrays.join(', ')}) AS given (${names.join(', ')})`),
    parameters: (list) =>
      columns.map(([name, type]) =>
        (list as readonly Values[]).map((values) => encode(values, name, type)),
      ),
  };
}

function encode(values: Values, name: string, type: ParameterType): unknown {
  const value = values[name];
  if (value === undefined) throw new TypeError(`the statement needs a value for ${name}`);
  const encoder = ENCODERS[type];
  return encoder && value !== null ? encoder(value) : value;
}

const NOTHING = Promise.resolve();
const known = new Map<unknown, Compiled>();
const transactions = new WeakMap<Db, Transaction>();

/** Returns the transaction behind a `Db`, for what only PostgreSQL has. */
export function txOf(db: Db): Transaction {
  const tx = transactions.get(db);
  if (!tx) throw new TypeError('this is not a PostgreSQL database');
  return tx;
}

/** Sends statements without waiting for the earlier ones. The server runs them in order. */
export function createDb(tx: Transaction): Db {
  function send(statement: unknown, values: unknown): Promise<QueryResult> {
    const compiled = known.get(statement) ?? compile(statement as Statement);
    known.set(statement, compiled);
    return reportedLater(tx.query(compiled.text, compiled.parameters(values)));
  }
  const db: Db = {
    all: (statement, values) => wait(send(statement, values), ({ rows }) => rows),
    get: (statement, values) => wait(send(statement, values), ({ rows }) => rows[0]),
    run: (statement, values) => wait(send(statement, values), ({ rowCount }) => rowCount ?? 0),
    each: (statement, list) =>
      wait<unknown, void>(list.length > 0 ? send(statement, list) : NOTHING, () => {}),
    probe: () => wait(reportedLater(probe(tx)), () => {}),
  };
  transactions.set(db, tx);
  return db;
}

/** An error is reported where the result is awaited, and at the latest by COMMIT. */
function reportedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Waits for a promise inside an operation that only PostgreSQL has. */
export const waitFor = <T>(promise: Promise<T>): Op<T> => wait(reportedLater(promise), (it) => it);

function* wait<Result, T>(result: Promise<Result>, read: (result: Result) => T): Op<T> {
  try {
    return read((yield result) as Result);
  } catch (error) {
    if (error instanceof DatabaseError) Error.captureStackTrace(error); // with the operation that waits
    throw error;
  }
}

/** Runs an operation, and waits for its statements. */
export async function finish<T>(operation: Op<T>): Promise<T> {
  const steps = operation[Symbol.iterator]();
  for (let step = steps.next(); ; ) {
    if (step.done) return step.value;
    const settled = await step.value.then(
      (value) => () => steps.next(value),
      (error: unknown) => () => throwInto(steps, error),
    );
    step = settled();
  }
}

function throwInto<T>(steps: Iterator<Promise<unknown>, T, unknown>, error: unknown) {
  if (!steps.throw) throw error;
  return steps.throw(error);
}
