import { createHash } from 'node:crypto';
import {
  COPY_TABLES,
  type CopyRow,
  type CopyTable,
  type TableReader,
  type TableWriter,
} from '../store/table-copy.ts';

export type CopyResult =
  | { outcome: 'copied'; rows: Record<string, number> }
  /** The target has rows that the source lacks; nothing was written. */
  | { outcome: 'other_data'; table: string }
  /** The copy read back differs from the source: somebody else is writing to one of them. */
  | { outcome: 'differs'; table: string };

export interface CopyOptions {
  /** Milliseconds since 1970 UTC. Rows that expired before it may differ. */
  now: number;
  onProgress?(done: number, all: number): void;
}

/**
 * Copies everything, continuing a copy that was broken off, and then compares both sides row by row. It writes nothing
 * to a target that holds anything but the beginning of such a copy.
 */
export async function copyDatabase(
  source: TableReader,
  target: TableWriter,
  { now, onProgress = () => {} }: CopyOptions,
): Promise<CopyResult> {
  const counts = await Promise.all(COPY_TABLES.map((table) => source.count(table)));
  const all = 3 * counts.reduce((sum, count) => sum + count, 0); // written once, and read twice
  let done = 0;
  const advance = (rows: readonly CopyRow[]) => {
    done += rows.length;
    onProgress(done, all);
  };
  for (const table of COPY_TABLES) {
    const known = table.byArrival ? isBeginning : isPart;
    if (!(await known(table, target, source, now)))
      return { outcome: 'other_data', table: table.name };
  }
  for (const table of COPY_TABLES) {
    const lastId = table.byArrival ? await target.lastId(table) : null;
    for await (const rows of source.read(table, lastId)) {
      if (rows.length > 0 || lastId === null) await target.write(table, rows);
      advance(rows);
    }
  }
  await target.finish();
  const rows: Record<string, number> = {};
  for (const table of COPY_TABLES) {
    const [from, to] = [
      await summarize(source, table, { now, advance }),
      await summarize(target, table, { now, advance }),
    ];
    if (from.count !== to.count || from.checksum !== to.checksum) {
      return { outcome: 'differs', table: table.name };
    }
    rows[table.name] = from.count;
  }
  return { outcome: 'copied', rows };
}

/** Returns whether the last row of `one` is also in `other`; true when `one` is empty. */
async function isBeginning(table: CopyTable, one: TableReader, other: TableReader) {
  const lastId = await one.lastId(table);
  return lastId === null || (await other.has(table, lastId));
}

/**
 * Returns whether `other` has each row of `one`. `other` may have changed since the copy: it gets more rows, and counts
 * and cursors grow. Then nothing is lost by overwriting `one`.
 */
async function isPart(table: CopyTable, one: TableReader, other: TableReader, now: number) {
  const keyOf = (row: CopyRow) => JSON.stringify(table.key.map((name) => row[name]));
  const rows = new Map((await readAll(other, table, now)).map((row) => [keyOf(row), row]));
  return (await readAll(one, table, now)).every((row) => {
    const same = rows.get(keyOf(row));
    return same !== undefined && isAtMost(table, row, same);
  });
}

function isAtMost(table: CopyTable, row: CopyRow, other: CopyRow) {
  return table.columns.every(({ name, type }) => {
    if (type === 'number') return Number(row[name]) <= Number(other[name]);
    // Besides the cursor, that table holds the time and the reason of the last failure, which change all the time.
    return table.name === 'relay_state' || row[name] === other[name];
  });
}

async function readAll(end: TableReader, table: CopyTable, now: number): Promise<CopyRow[]> {
  const rows: CopyRow[] = [];
  for await (const page of end.read(table, null)) rows.push(...page.filter(isKept(table, now)));
  return rows;
}

/** Returns whether a row counts. A cursor at its start value counts as absent, and so does an expired sign-out. */
const isKept =
  ({ name }: CopyTable, now: number) =>
  (row: CopyRow) => {
    if (name === 'relay_state') return row['last_seq'] !== 0 || row['failure'] !== null;
    return name !== 'ended_sessions' || Number(row['ends_at']) > now;
  };

/** Hashes the rows in order, value by value. */
async function summarize(
  end: TableReader,
  table: CopyTable,
  { now, advance }: { now: number; advance(rows: readonly CopyRow[]): void },
) {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of end.read(table, null)) {
    for (const row of page.filter(isKept(table, now))) {
      hash.update(`${JSON.stringify(table.columns.map((column) => row[column.name]))}\n`);
      count += 1;
    }
    advance(page);
  }
  return { count, checksum: hash.digest('hex') };
}
