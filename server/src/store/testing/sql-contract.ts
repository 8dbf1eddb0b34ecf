import { describe, expect, test } from 'vitest';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';

/** Runs an operation in a transaction that is rolled back in the end. */
export type RunOperation = <T>(operation: (db: Db) => Op<T>) => Promise<T>;

const CREATE = sql({
  sqlite: `CREATE TABLE things (id text PRIMARY KEY, amount integer, at integer, is_new integer, day text, raw blob, data text)`,
  postgres: `CREATE TEMPORARY TABLE things (seq bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY,
    amount bigint, at timestamptz(3), is_new boolean, day date, raw bytea, data json) ON COMMIT DROP`,
});
const COLUMNS = 'id, amount, at, is_new AS "isNew", day, raw, data';
const PARAMETERS =
  '{id:text}, {amount:int?}, {at:time?}, {isNew:flag?}, {day:day?}, {raw:bytes?}, {data:json?}';
const INSERT = sql(
  `INSERT INTO things (id, amount, at, is_new, day, raw, data) VALUES (${PARAMETERS})`,
);
const INSERT_EACH = sql(`INSERT INTO things (id, amount, at, is_new, day, raw, data)
  SELECT ${PARAMETERS} FROM {each} WHERE NOT EXISTS (SELECT 1 FROM things WHERE id = {id:text})`);

interface Thing {
  id: string;
  amount: number | null;
  at: number | null;
  isNew: boolean | null;
  day: string | null;
  raw: Uint8Array | null;
  data: NonNullable<unknown> | null;
}
const decoded = { isNew: 'flag', data: 'json' } as const;
const SELECT = sql(`SELECT ${COLUMNS} FROM things ORDER BY rowid`).rows<Thing>(decoded);
const FIND = sql(`SELECT ${COLUMNS} FROM things WHERE id = {id:text} FOR UPDATE`).rows<Thing>(
  decoded,
);
const SELECT_IN = sql(
  'SELECT id FROM things WHERE id IN {ids:texts} AND amount NOT IN {amounts:ints} ORDER BY rowid',
).rows<{ id: string }>();
const SELECT_FROM = sql(
  'SELECT wanted.value AS id, amount FROM {ids:texts} AS wanted LEFT JOIN things ON id = wanted.value ORDER BY 1',
).rows<{ id: string; amount: number | null }>();
const FAILING = sql('INSERT INTO things (id) VALUES ({id:text})');

const FULL: Thing = {
  id: 'a',
  amount: 2 ** 40,
  at: Date.UTC(2026, 10, 25, 12, 0, 0, 123),
  isNew: true,
  day: '2026-11-25',
  raw: Buffer.from([0, 255, 10]),
  data: { text: 'é "quoted" \\', list: [1, null] },
};
const EMPTY: Thing = {
  id: 'b',
  amount: null,
  at: null,
  isNew: null,
  day: null,
  raw: null,
  data: null,
};
const other = (id: string, amount: number): Thing => ({ ...FULL, id, amount, isNew: false });

function* createThings(db: Db, things: readonly Thing[]): Op<void> {
  yield* db.run(CREATE, {});
  yield* db.each(INSERT_EACH, things);
}

function* failTwice(db: Db): Op<void> {
  yield* createThings(db, [FULL]);
  yield* failHere(db);
}

function* failHere(db: Db): Op<void> {
  yield* db.run(FAILING, { id: FULL.id });
}

/** What both drivers must do with statements and operations. */
export function describeSql(name: string, open: () => RunOperation) {
  describe(name, () => {
    test('each type of value, and null, is read as it was written', async () => {
      const things = await open()(function* (db): Op<Thing[]> {
        yield* createThings(db, []);
        for (const thing of [FULL, EMPTY]) expect(yield* db.run(INSERT, thing)).toBe(1);
        return yield* db.all(SELECT, {});
      });
      expect(things).toEqual([FULL, EMPTY]);
    });

    test('a statement with {each} writes all values in their order, and nothing for an empty list', async () => {
      const written = [other('z', 1), EMPTY, FULL, other('c', 3)];
      const things = await open()(function* (db): Op<Thing[]> {
        yield* createThings(db, written);
        yield* db.each(INSERT_EACH, [other('z', 9)]); // exists
        yield* db.each(INSERT_EACH, []);
        return yield* db.all(SELECT, {});
      });
      expect(things).toEqual(written);
    });

    test('one row is found or undefined, also where it is locked', async () => {
      const found = await open()(function* (db): Op<(Thing | undefined)[]> {
        yield* createThings(db, [FULL]);
        return [yield* db.get(FIND, { id: 'a' }), yield* db.get(FIND, { id: 'b' })];
      });
      expect(found).toEqual([FULL, undefined]);
    });

    test('lists can be searched and joined, and may be empty', async () => {
      const found = await open()(function* (db): Op<unknown[]> {
        yield* createThings(db, [other('a', 1), other('b', 2), other('c', 3)]);
        return [
          yield* db.all(SELECT_IN, { ids: ['c', 'a', 'x'], amounts: [3] }),
          yield* db.all(SELECT_IN, { ids: ['c', 'a'], amounts: [] }),
          yield* db.all(SELECT_IN, { ids: [], amounts: [] }),
          yield* db.all(SELECT_FROM, { ids: ['x', 'b'] }),
        ];
      });
      const [a, c] = [{ id: 'a' }, { id: 'c' }];
      const joined = [
        { id: 'b', amount: 2 },
        { id: 'x', amount: null },
      ];
      expect(found).toEqual([[a], [a, c], [], joined]);
    });

    test('a missing value is an error', async () => {
      const incomplete = { id: 'a' } as Thing; // as the compiler forbids
      const run = open();
      const insert = (statement: 'run' | 'each') =>
        run(function* (db): Op<void> {
          yield* createThings(db, []);
          if (statement === 'run') yield* db.run(INSERT, incomplete);
          else yield* db.each(INSERT_EACH, [incomplete]);
        });
      await expect(insert('run')).rejects.toThrow(/amount/);
      await expect(insert('each')).rejects.toThrow(/amount/);
    });

    test('an error says which operations were running', async () => {
      const error = await open()(failTwice).catch((thrown: Error) => thrown);
      expect(error?.stack).toMatch(/failHere[\s\S]*failTwice/);
    });

    test('the probe writes', async () => {
      await open()((db) => db.probe());
    });
  });
}
