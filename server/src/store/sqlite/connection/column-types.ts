import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

const numbered = (name: string) => integer(name).primaryKey({ autoIncrement: true });
const typed = (name: string) => text(name);
const int = (name: string) => integer(name);

export const vocabulary = {
  table: sqliteTable,
  index,
  uniqueIndex,
  primaryKey,
  check,
  /** What only one of the databases has. */
  only: <T>(dialect: 'sqlite' | 'postgres', what: () => T[]): T[] =>
    dialect === 'sqlite' ? what() : [],
  text: typed,
  id: typed,
  day: typed,
  json: typed,
  int,
  count: int,
  time: int,
  flag: int,
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
  /** A column for the order of arrival, which SQLite has in each table: `rowid`. */
  arrival: () => ({}),
  eventSeq: numbered,
  auditId: numbered,
};
export type Vocabulary = typeof vocabulary;
