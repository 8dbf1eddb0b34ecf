import { OlderDatabaseError } from '../../store/database-version.ts';
import { toTimestampOrNull } from '../../store/postgres/connection/column-types.ts';
import { isUpToDate, migrate } from '../../store/postgres/connection/migrate.ts';
import { asUnavailable, openPool } from '../../store/postgres/connection/pool.ts';
import { ask, inTransaction } from '../../store/postgres/connection/transaction.ts';
import type { CopyRow, CopyTable, TableWriter } from '../../store/table-copy.ts';

const PAGE_ROWS = 1_000;

/** How to read each type of value, and the array type to write it with. */
const TYPES = {
  text: { read: (name: string) => name, array: 'text' },
  number: { read: (name: string) => name, array: 'bigint' },
  time: { read: (name: string) => name, array: 'timestamptz' },
  flag: { read: (name: string) => `${name}::int AS ${name}`, array: 'boolean' },
  day: { read: (name: string) => name, array: 'date' },
  json: { read: (name: string) => `${name}::text AS ${name}`, array: 'json' },
} as const;

/** @param create whether to create missing tables */
export async function openPostgresTables(
  url: string,
  { create }: { create: boolean },
): Promise<TableWriter> {
  if (create) await migrate(url);
  const pool = openPool(url, { queryTimeoutMs: 0 });
  if (!create && !(await isUpToDate(pool))) {
    await pool.end();
    throw new OlderDatabaseError('it was not migrated to this version');
  }

  const readOf = ({ columns }: CopyTable) =>
    columns.map(({ name, type }) => TYPES[type].read(name)).join(', ');

  async function seqOf({ name: table }: CopyTable, id: string): Promise<number> {
    const [row] = await ask<{ seq: number }>(pool, `SELECT seq FROM ${table} WHERE id = $1`, [id]);
    if (!row) throw new RangeError(`${table} has no row ${id}`);
    return row.seq;
  }

  return {
    async count({ name }) {
      const [row] = await ask<{ count: number }>(pool, `SELECT count(*) AS count FROM ${name}`);
      return row?.count ?? 0;
    },
    async *read(table, afterId) {
      const { name, byArrival, key, columns } = table;
      if (!byArrival) {
        const isText = (column: string) =>
          columns.some((one) => one.name === column && one.type === 'text');
        const byBytes = key.map((column) => (isText(column) ? `${column} COLLATE "C"` : column));
        yield await ask<CopyRow>(pool, `SELECT ${readOf(table)} FROM ${name} ORDER BY ${byBytes}`);
        return;
      }
      for (let after = afterId === null ? -1 : await seqOf(table, afterId); ; ) {
        const page = await ask<CopyRow & { after: number }>(
          pool,
          `SELECT seq AS after, ${readOf(table)} FROM ${name} WHERE seq > $1 ORDER BY seq LIMIT ${PAGE_ROWS}`,
          [after],
        );
        if (page.length === 0) return;
        after = page.at(-1)?.after ?? after;
        yield page.map(({ after: _, ...row }) => row);
      }
    },
    async lastId({ name }) {
      const [row] = await ask<{ id: string }>(
        pool,
        `SELECT id FROM ${name} ORDER BY seq DESC LIMIT 1`,
      );
      return row?.id ?? null;
    },
    async has({ name }, id) {
      return (await ask(pool, `SELECT 1 FROM ${name} WHERE id = $1`, [id])).length > 0;
    },
    write: ({ name: table, byArrival, columns }, rows) =>
      inTransaction(pool, async (tx) => {
        const names = columns.map(({ name }) => name).join(', ');
        const arrays = columns.map(({ type }, index) => `$${index + 1}::${TYPES[type].array}[]`);
        const isAudit = table === 'audit';
        if (!byArrival && !isAudit) {
          await tx.query(`DELETE FROM ${table}`);
        }
        await tx.query(
          `INSERT INTO ${table} (${names}) ${isAudit ? 'OVERRIDING SYSTEM VALUE' : ''}
           SELECT * FROM unnest(${arrays.join(', ')}) AS rows (${names})
           ${isAudit ? 'WHERE id > coalesce((SELECT max(id) FROM audit), 0)' : ''}`,
          columns.map(({ name, type }) =>
            rows.map((row) => {
              const value = row[name] ?? null;
              if (type === 'time') return toTimestampOrNull(value as number | null);
              return type === 'flag' ? value === 1 : value;
            }),
          ),
        );
      }),
    async finish() {
      await inTransaction(pool, async (tx) => {
        const { rows } = await tx.query<{ last: number }>(
          `SELECT greatest((SELECT max(seq) FROM events), (SELECT max(last_seq) FROM relay_state), 1) AS last`,
        );
        const last = rows[0]?.last ?? 1;
        await tx.query(`SELECT setval('events_seq_seq', $1)`, [last]);
        await tx.query(
          `SELECT setval(pg_get_serial_sequence('audit', 'id'), (SELECT coalesce(max(id), 1) FROM audit))`,
        );
      });
    },
    async close() {
      try {
        await pool.end();
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  };
}
