/**
 * Where a database is: the path of a SQLite file, or a `postgres://` URL. Only database.ts and the commands that are
 * for one of them look which it is.
 */
export type DatabaseAddress = string;

export const isPostgres = (database: DatabaseAddress): boolean =>
  /^postgres(ql)?:\/\//.test(database);

/** As it may be shown: without user, password and options. */
export function nameOf(database: DatabaseAddress): string {
  if (!isPostgres(database)) return database;
  const { host, pathname, searchParams } = new URL(database);
  return `postgres://${searchParams.get('host') ?? host}${pathname}`;
}
