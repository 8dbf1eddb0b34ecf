import { eachHost } from '../lib/hosts-of-url.ts';

export { eachHost };

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
  const urls = eachHost(database).map((url) => new URL(url));
  const hosts = urls.map(({ host, searchParams }) => searchParams.get('host') ?? host);
  return `postgres://${hosts.join(',')}${urls[0]?.pathname}`;
}
