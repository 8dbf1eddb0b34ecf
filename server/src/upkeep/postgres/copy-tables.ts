import { isServed } from '../../consent/postgres/presence.ts';
import { StartError } from '../../lib/start-error.ts';
import { nameOf } from '../../settings/database-address.ts';
import { OlderDatabaseError } from '../../store/database-version.ts';
import { toTimestampOrNull } from '../../store/postgres/connection/column-types.ts';
import { isUpToDate, migrate } from '../../store/postgres/connection/migrate.ts';
import { openPool } from '../../store/postgres/connection/pool.ts';
import { ask, commit } from '../../store/postgres/connection/transaction.ts';
import type { CopyRow, CopyTable, TableWriter } from '../../store/table-copy.ts';

const PAGE_ROWS = 1_000;

type Types = Readonly<Record<string, string>>;
/** What PostgreSQL calls a type of value, and as what a copy reads it, where that differs. */
const NAMES: Types = { number: 'bigint', time: 'timestamptz', flag: 'boolean', day: 'date' };
const READ_AS: Types = { flag: '::int', json: '::text' };

/**
 * @param create whether to create missing tables
 * @throws StartError while a server of the site runs on the database
 */
export async function openPostgresTables(
  url: string,
  { create }: { create: boolean },
): Promise<TableWriter> {
  const pool = openPool(url, { maxConnections: 1, queryTimeoutMs: 0 });
  try {
    if (await isServed(pool)) {
      throw new StartError(
        `the database ${nameOf(url)} is in use by a server; stop all its servers first: what they receive meanwhile would be missing from the copy`,
      );
    }
    if (create) await migrate(url);
    else if (!(await isUpToDate(pool)))
      throw new OlderDatabaseError('it was not migrated to this version');
  } catch (error) {
    await pool.end();
    throw error;
  }
  const tx = await pool.connect();
  await ask(tx, 'BEGIN ISOLATION LEVEL REPEATABLE READ');
  // A new database has a cursor at its start, which SQLite has not.
  if (create) await ask(tx, 'DELETE FROM relay_state WHERE last_seq = 0 AND failure IS NULL');

  const readOf = ({ columns }: CopyTable) =>
    columns.map(({ name, type }) => `${name}${READ_AS[type] ?? ''} AS ${name}`).join(', ');

  return {
    async count({ name }) {
      const [row] = await ask<{ count: number }>(tx, `SELECT count(*) AS count FROM ${name}`);
      return row?.count ?? 0;
    },
    async *read(table) {
      const { name, byArrival, key, columns } = table;
      if (!byArrival) {
        const isText = (column: string) =>
          columns.some((one) => one.name === column && one.type === 'text');
        const byBytes = key.map((column) => (isText(column) ? `${column} COLLATE "C"` : column));
        yield await ask<CopyRow>(tx, `SELECT ${readOf(table)} FROM ${name} ORDER BY ${byBytes}`);
        return;
      }
      for (let after = -1; ; ) {
        const page = await ask<CopyRow & { after: number }>(
          tx,
          `SELECT seq AS after, ${readOf(table)} FROM ${name} WHERE seq > $1 ORDER BY seq LIMIT ${PAGE_ROWS}`,
          [after],
        );
        if (page.length === 0) return;
        after = page.at(-1)?.after ?? after;
        yield page.map(({ after: _, ...row }) => row);
      }
    },
    async write({ name: table, columns }, rows) {
      const names = columns.map(({ name }) => name).join(', ');
      const arrays = columns.map(({ type }, index) => `$${index + 1}::${NAMES[type] ?? type}[]`);
      await ask(
        tx,
        `INSERT INTO ${table} (${names}) ${table === 'audit' ? 'OVERRIDING SYSTEM VALUE' : ''}
         SELECT * FROM unnest(${arrays.join(', ')}) AS rows (${names})`,
        columns.map(({ name, type }) =>
          rows.map((row) => {
            const value = row[name] ?? null;
            if (type === 'time') return toTimestampOrNull(value as number | null);
            return type === 'flag' ? value === 1 : value;
          }),
        ),
      );
    },
    async finish() {
      await ask(
        tx,
        `SELECT setval('events_seq_seq', greatest((SELECT max(seq) FROM events), (SELECT max(last_seq) FROM relay_state), 1)),
           setval(pg_get_serial_sequence('audit', 'id'), (SELECT coalesce(max(id), 1) FROM audit))`,
      );
      await ask(tx, 'INSERT INTO relay_state (id, last_seq) VALUES (1, 0) ON CONFLICT DO NOTHING');
      await commit(tx);
    },
    async close() {
      tx.release(true);
      await pool.end();
    },
  };
}
