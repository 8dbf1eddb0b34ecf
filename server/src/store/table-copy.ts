import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { tables } from './postgres/connection/schema.ts';

/** Values in SQLite's form: times in milliseconds since 1970 UTC, flags as 0 and 1, JSON as text. */
export type CopyRow = Record<string, string | number | null>;

export interface CopyTable {
  name: string;
  /** Whether its rows have an order of arrival. They are copied a page at a time. */
  byArrival: boolean;
  key: readonly string[];
  columns: readonly CopyColumn[];
}

interface CopyColumn {
  name: string;
  type: 'text' | 'number' | 'time' | 'flag' | 'json' | 'day';
}

/** SQLite's types do not tell a number from a time or a flag. */
const TYPES: Readonly<Record<string, CopyColumn['type']>> = {
  bigint: 'number',
  integer: 'number',
  'timestamp (3) with time zone': 'time',
  boolean: 'flag',
  json: 'json',
  date: 'day',
  text: 'text',
  'text COLLATE "C"': 'text',
};
function typeOf(name: string): CopyColumn['type'] {
  const type = TYPES[name];
  if (!type) throw new TypeError(`the copy knows no columns of type ${name}`);
  return type;
}

const MADE_AGAIN = new Set<unknown>([
  tables.retentionPass,
  tables.eventChunks,
  tables.signupSearch,
]);

/** All tables of a database. A table comes after those that it refers to. */
export const COPY_TABLES: readonly CopyTable[] = Object.values(tables)
  .filter((table) => !MADE_AGAIN.has(table))
  .map((table) => {
    const { name, columns, primaryKeys } = getTableConfig(table as unknown as PgTable);
    const arrival = columns.find((column) => column.name === 'seq' && column.generatedIdentity);
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    return {
      name,
      byArrival: arrival !== undefined,
      key: key.map((column) => column.name),
      // SQLite has the order of arrival in each table. The events' is also their number.
      columns: columns
        .filter((column) => column !== arrival || column.primary)
        .map((column) => ({ name: column.name, type: typeOf(column.getSQLType()) })),
    };
  });

/** Reads the tables of one of the two databases of a copy. Nothing else may write to it during the copy. */
export interface TableReader {
  count(table: CopyTable): Promise<number>;
  /** Reads all rows in order, a page at a time. */
  read(table: CopyTable): AsyncIterable<readonly CopyRow[]>;
  close(): Promise<void>;
}

/** Also writes them, in one transaction: of a copy that was broken off, nothing is left. */
export interface TableWriter extends TableReader {
  write(table: CopyTable, rows: readonly CopyRow[]): Promise<void>;
  /** Called after the last row: makes the next event's `seq` greater than any that was ever used, and keeps everything. */
  finish(): Promise<void>;
}
