/**
 * The address of a database: the path of a SQLite file, or a `postgres://` URL. Only open-database.ts and the commands
 * for one of them check which it is.
 */
export type DatabaseAddress = string;

export const isPostgres = (database: DatabaseAddress): boolean =>
  /^postgres(ql)?:\/\//.test(database);

/** Returns the address in a form that may be shown: without user, password and options. */
export function nameOf(database: DatabaseAddress): string {
  if (!isPostgres(database)) return database;
  const { host, pathname, searchParams } = new URL(database);
  return `postgres://${searchParams.get('host') ?? host}${pathname}`;
}
