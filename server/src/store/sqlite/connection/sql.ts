import type { Database, Statement as Prepared } from 'better-sqlite3';
import type { Db, Op } from '../../sql/operation.ts';
import {
  isList,
  type ParameterType,
  replaceParameters,
  type Statement,
  toBuffer,
} from '../../sql/statement.ts';
import { probe } from './probe.ts';

type Values = Readonly<Record<string, unknown>>;
type Row = Record<string, unknown>;

interface Compiled {
  prepared: Prepared<[Values], Row>;
  encode(values: Values): Values;
  decode(row: Row): Row;
}

const ENCODERS: Partial<Record<ParameterType, (value: unknown) => unknown>> = {
  flag: Number,
  bytes: toBuffer,
  json: JSON.stringify,
  texts: JSON.stringify,
  ints: JSON.stringify,
};
const DECODERS = {
  flag: (value: unknown) => value === 1,
  json: (value: unknown) => JSON.parse(value as string) as unknown,
};

const change = (row: Row, column: string, by: (value: unknown) => unknown) => {
  if (row[column] != null) row[column] = by(row[column]);
};

function compile(db: Database, { texts, decoded }: Statement): Compiled {
  const { text, types } = replaceParameters(texts.sqlite, (name, type) =>
    isList(type) ? `(SELECT value FROM json_each(@${name}))` : `@${name}`,
  );
  const encoded = [...types].flatMap(([name, type]) => {
    const encoder = ENCODERS[type];
    return encoder ? [[name, encoder] as const] : [];
  });
  return {
    prepared: db.prepare(
      text
        // A statement that can write several rows keeps a journal, which takes as long as the row.
        .replace(/\bSELECT ([^;]+?)\s+FROM \{each\}(?!\s+WHERE)/, 'VALUES ($1)')
        .replace(/\s+(FOR UPDATE( OF \w+)?|FROM \{each\})/g, ''),
    ),
    encode(values) {
      if (encoded.length === 0) return values;
      const copy = { ...values };
      for (const [name, encoder] of encoded) change(copy, name, encoder);
      return copy;
    },
    decode(row) {
      for (const [column, type] of decoded) change(row, column, DECODERS[type]);
      return row;
    },
  };
}

/** Runs statements at once. Each is prepared once. */
export function createDb(db: Database): Db {
  const known = new Map<unknown, Compiled>();
  function compiled(statement: unknown): Compiled {
    const one = known.get(statement) ?? compile(db, statement as Statement);
    known.set(statement, one);
    return one;
  }
  return {
    all<V, R>(statement: Statement<V, R, false>, values: V) {
      const { prepared, encode, decode } = compiled(statement);
      return done(prepared.all(encode(values as Values)).map(decode) as R[]);
    },
    get<V, R>(statement: Statement<V, R, false>, values: V) {
      const { prepared, encode, decode } = compiled(statement);
      const row = prepared.get(encode(values as Values));
      return done(row && (decode(row) as R));
    },
    run(statement, values) {
      const { prepared, encode } = compiled(statement);
      return done(prepared.run(encode(values as Values)).changes);
    },
    each(statement, list) {
      const { prepared, encode } = compiled(statement);
      for (const values of list) prepared.run(encode(values as Values));
      return done(undefined);
    },
    probe: () => done(probe(db)),
  };
}

/** A finished operation. As its own only step, it costs SQLite a tenth of a microsecond. */
class Done<T> implements Op<T> {
  readonly done = true;
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
  [Symbol.iterator]() {
    return this;
  }
  next() {
    return this;
  }
}
export const done = <T>(value: T): Op<T> => new Done(value);

/** Runs an operation to its end and returns its result. */
export function finish<T>(operation: Op<T>): T {
  const { done: over, value } = operation[Symbol.iterator]().next();
  if (!over) throw new TypeError('an operation on SQLite has nothing to wait for');
  return value;
}
