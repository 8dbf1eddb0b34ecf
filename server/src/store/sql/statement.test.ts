import { expectTypeOf, test } from 'vitest';
import type { Db } from './operation.ts';
import { sql } from './statement.ts';

type ValuesOf<S> = S extends { types?: (values: infer Values, each: never) => unknown }
  ? Values
  : never;

test('the compiler reads the values of a statement from its text', () => {
  const one = sql('SELECT {a:int}, {b:time?}, {c:texts}');
  type Wanted = { a: number; b: number | null; c: readonly string[] };
  expectTypeOf<{ a: 1; b: null; c: [] }>().toExtend<ValuesOf<typeof one>>();
  expectTypeOf<ValuesOf<typeof one>>().toExtend<Wanted>();
  expectTypeOf<{ a: 1; b: undefined; c: [] }>().not.toExtend<ValuesOf<typeof one>>();
  const misspelt = sql('SELECT {a:integer}');
  expectTypeOf<ValuesOf<typeof misspelt>>().toExtend<{ a: never }>();
});

test('no values fit a text that the compiler does not know as a whole', () => {
  const part = (name: string) => `{${name}:int}`;
  const unknown = sql(`SELECT ${part('a')}`);
  expectTypeOf<ValuesOf<typeof unknown>>().toBeNever();
  const differing = sql({ sqlite: 'SELECT {a:int}', postgres: 'SELECT {a:int}, {b:int}' });
  expectTypeOf<ValuesOf<typeof differing>>().toBeNever();
});

test('a flag must be named, and only a statement with {each} is for lists', () => {
  const statement = sql('SELECT is_new AS "isNew" FROM things');
  // @ts-expect-error: SQLite would return a number
  statement.rows<{ isNew: boolean | null }>();
  statement.rows<{ isNew: boolean | null }>({ isNew: 'flag' });
  const each = sql('INSERT INTO things (id) SELECT {id:text} FROM {each}');
  const check = (db: Db) => {
    db.each(each, [{ id: 'a' }]);
    // @ts-expect-error: a single row
    db.run(each, { id: 'a' });
    // @ts-expect-error: a list
    db.each(statement, [{}]);
  };
  expectTypeOf(check).toBeFunction();
});
