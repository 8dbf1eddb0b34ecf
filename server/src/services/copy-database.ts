import { createHash } from 'node:crypto';
import {
  COPY_TABLE_NAMES,
  COPY_TABLES,
  type CopyEnd,
  type CopyRow,
  type CopyTableName,
} from '../store/copy-end.ts';

export type CopyResult =
  | { outcome: 'copied'; rows: Record<CopyTableName, number> }
  /** The target holds rows that the source has not. */
  | { outcome: 'other_data'; table: CopyTableName }
  /** What was read back is not what was written: somebody else writes to one of them. */
  | { outcome: 'differs'; table: CopyTableName };

type OnProgress = (done: number, all: number) => void;

/** Copies everything, going on where a copy was broken off, and then compares both row by row. */
export async function copyDatabase(
  source: CopyEnd,
  target: CopyEnd,
  onProgress: OnProgress = () => {},
): Promise<CopyResult> {
  const counts = await Promise.all(COPY_TABLE_NAMES.map((table) => source.count(table)));
  const all = 3 * counts.reduce((sum, count) => sum + count, 0); // written, and read twice
  let done = 0;
  const advance = (rows: readonly CopyRow[]) => {
    done += rows.length;
    onProgress(done, all);
  };
  for (const table of COPY_TABLE_NAMES) {
    const lastId = COPY_TABLES[table].order === 'arrival' ? await target.lastId(table) : null;
    try {
      for await (const rows of source.read(table, lastId)) {
        if (rows.length > 0 || lastId === null) await target.write(table, rows);
        advance(rows);
      }
    } catch (error) {
      if (error instanceof RangeError) return { outcome: 'other_data', table };
      throw error;
    }
  }
  await target.finish();
  const rows = {} as Record<CopyTableName, number>;
  for (const table of COPY_TABLE_NAMES) {
    const [from, to] = [
      await summarize(source, table, advance),
      await summarize(target, table, advance),
    ];
    if (from.count !== to.count || from.checksum !== to.checksum) {
      return { outcome: 'differs', table };
    }
    rows[table] = from.count;
  }
  return { outcome: 'copied', rows };
}

/** Of the rows in their order, value by value. A cursor that was never moved is none. */
async function summarize(
  end: CopyEnd,
  table: CopyTableName,
  advance: (rows: readonly CopyRow[]) => void,
) {
  const names = Object.keys(COPY_TABLES[table].columns);
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of end.read(table, null)) {
    for (const row of page) {
      if (table === 'relay_state' && row['last_seq'] === 0 && row['failure'] === null) continue;
      hash.update(`${JSON.stringify(names.map((name) => row[name]))}\n`);
      count += 1;
    }
    advance(page);
  }
  return { count, checksum: hash.digest('hex') };
}
