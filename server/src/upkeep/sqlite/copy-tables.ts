import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase, openExistingDatabase } from '../../store/sqlite/connection/open-file.ts';
import type { CopyRow, CopyTable, TableWriter } from '../../store/table-copy.ts';

const PAGE_ROWS = 1_000;

/** @param create whether to create a missing database */
export function openSqliteTables(file: string, { create }: { create: boolean }): TableWriter {
  const db = create ? openDatabase(file) : openExistingDatabase(file);
  const columnsOf = ({ columns }: CopyTable) => columns.map(({ name }) => name);

  function rowidOf({ name: table }: CopyTable, id: string): number {
    const rowid = db.prepare<[string], number>(`SELECT rowid FROM ${table} WHERE id = ?`).pluck();
    const found = rowid.get(id);
    if (found === undefined) throw new RangeError(`${table} has no row ${id}`);
    return found;
  }

  const write = db.transaction((table: CopyTable, rows: readonly CopyRow[]) => {
    const columns = columnsOf(table);
    const isAudit = table.name === 'audit';
    const known = isAudit ? 'WHERE id > coalesce((SELECT max(id) FROM audit), 0)' : '';
    if (!table.byArrival && !isAudit) db.prepare(`DELETE FROM ${table.name}`).run();
    const insert = db.prepare(
      `INSERT INTO ${table.name} (${columns}) SELECT * FROM (SELECT ${columns.map((name) => `@${name} AS ${name}`)}) ${known}`,
    );
    for (const row of rows) insert.run(row);
  });

  return {
    async count({ name }) {
      return db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() ?? 0;
    },
    async *read(table, afterId) {
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
      for (let after = afterId === null ? -1 : rowidOf(table, afterId); ; ) {
        const page = select.all(after);
        if (page.length === 0) return;
        after = page.at(-1)?.after ?? after;
        yield page.map(({ after: _, ...row }) => row);
        await nextTurn();
      }
    },
    async lastId({ name }) {
      const last = db.prepare<[], string>(`SELECT id FROM ${name} ORDER BY rowid DESC LIMIT 1`);
      return last.pluck().get() ?? null;
    },
    async has({ name }, id) {
      return db.prepare(`SELECT 1 FROM ${name} WHERE id = ?`).get(id) !== undefined;
    },
    async write(table, rows) {
      write.immediate(table, rows);
    },
    async finish() {
      const { last } = db
        .prepare<[], { last: number }>(
          `SELECT max(coalesce((SELECT max(seq) FROM events), 0), coalesce((SELECT last_seq FROM relay_state), 0)) AS last`,
        )
        .get() ?? { last: 0 };
      const counted = db.prepare(
        "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'events'",
      );
      if (counted.run(last).changes === 0) {
        db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)").run(last);
      }
    },
    async close() {
      db.close();
    },
  };
}
