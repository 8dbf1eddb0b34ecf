import { createHash } from 'node:crypto';
import {
  COPY_TABLES,
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
export async function copyDatabase(source: TableReader, target: TableWriter): Promise<CopyResult> {
  for (const table of COPY_TABLES)
    if ((await target.count(table)) > 0) return { outcome: 'not_empty', table: table.name };
  for (const table of COPY_TABLES)
    for await (const rows of source.read(table)) await target.write(table, rows);
  const rows: Record<string, number> = {};
  for (const table of COPY_TABLES) {
    const from = await summarize(source, table);
    const to = await summarize(target, table);
    if (from.count !== to.count || from.checksum !== to.checksum) {
      return { outcome: 'differs', table: table.name };
    }
    rows[table.name] = from.count;
  }
  await target.finish();
  return { outcome: 'copied', rows };
}

/** Hashes the rows in order, value by value. */
async function summarize(end: TableReader, table: CopyTable) {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of end.read(table)) {
    for (const row of page) {
      hash.update(`${JSON.stringify(table.columns.map((column) => row[column.name]))}\n`);
    }
    count += page.length;
  }
  return { count, checksum: hash.digest('hex') };
}
