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
  /** The target has rows; nothing was written. */
  | { outcome: 'not_empty'; table: string }
  /** The copy read back differs from the source; nothing of it is kept. */
  | { outcome: 'differs'; table: string };

/** Copies everything into an empty database, compares both sides row by row, and keeps the copy if they are the same. */
export async function copyDatabase(
  source: TableReader,
  target: TableWriter,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<CopyResult> {
  let all = 0;
  for (const table of COPY_TABLES) {
    if ((await target.count(table)) > 0) return { outcome: 'not_empty', table: table.name };
    all += 3 * (await source.count(table)); // written once, and read twice
  }
  let done = 0;
  const advance = (rows: readonly CopyRow[]) => {
    done += rows.length;
    onProgress(done, all);
  };
  for (const table of COPY_TABLES) {
    for await (const rows of source.read(table)) {
      await target.write(table, rows);
      advance(rows);
    }
  }
  const rows: Record<string, number> = {};
  for (const table of COPY_TABLES) {
    const from = await summarize(source, table, advance);
    const to = await summarize(target, table, advance);
    if (from.count !== to.count || from.checksum !== to.checksum) {
      return { outcome: 'differs', table: table.name };
    }
    rows[table.name] = from.count;
  }
  await target.finish();
  return { outcome: 'copied', rows };
}

/** Hashes the rows in order, value by value. */
async function summarize(
  end: TableReader,
  table: CopyTable,
  advance: (rows: readonly CopyRow[]) => void,
) {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of end.read(table)) {
    for (const row of page) {
      hash.update(`${JSON.stringify(table.columns.map((column) => row[column.name]))}\n`);
    }
    count += page.length;
    advance(page);
  }
  return { count, checksum: hash.digest('hex') };
}
