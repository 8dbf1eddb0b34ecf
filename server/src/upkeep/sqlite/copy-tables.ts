import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase, openExistingDatabase } from '../../store/sqlite/connection/open-file.ts';
import type { CopyRow, CopyTable, TableWriter } from '../../store/table-copy.ts';

const PAGE_ROWS = 1_000;

/** @param create whether to create a missing database */
export function openSqliteTables(file: string, { create }: { create: boolean }): TableWriter {
  const db = create ? openDatabase(file) : openExistingDatabase(file);
  db.exec(create ? 'BEGIN IMMEDIATE' : 'BEGIN');
  const columnsOf = ({ columns }: CopyTable) => columns.map(({ name }) => name);

  return {
    async count({ name }) {
      return db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() ?? 0;
    },
    async *read(table) {
      const { name, byArrival, key } = table;
      if (!byArrival) {
        yield db
          .prepare<[], CopyRow>(`SELECT ${columnsOf(table)} FROM ${name} ORDER BY ${key}`)
          .all();
        return;
      }
      const select = db.prepare<[number], CopyRow & { after: number }>(
        `SELECT rowid AS after, ${columnsOf(table)} FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`,
      );
      for (let after = -1; ; ) {
        const page = select.all(after);
        if (page.length === 0) return;
        after = page.at(-1)?.after ?? after;
        yield page.map(({ after: _, ...row }) => row);
        await nextTurn();
      }
    },
    async write(table, rows) {
      const columns = columnsOf(table);
      const insert = db.prepare(
        `INSERT INTO ${table.name} (${columns}) VALUES (${columns.map((name) => `@${name}`)})`,
      );
      for (const row of rows) insert.run(row);
    },
    async finish() {
      db.exec(`DELETE FROM sqlite_sequence WHERE name = 'events';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'events',
          max(coalesce((SELECT max(seq) FROM events), 0), coalesce((SELECT last_seq FROM relay_state), 0));
        COMMIT`);
    },
    async close() {
      db.close();
    },
  };
}
