import { withStore } from '../../database/open-database.ts';
import { messageOf, printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import type { World } from '../../lib/world.ts';
import type { Config } from '../../settings/config.ts';
import { type DatabaseAddress, isPostgres, nameOf } from '../../settings/database-address.ts';
import { datedValue } from '../../team/dated-value.ts';
import type { CommandContext } from './subcommand.ts';

export interface DataContext extends CommandContext, Pick<World, 'now' | 'newId'> {
  config: Config;
  /** The project's folder. */
  root: string;
}

/** Notes how a command ended, for its alert. What it did is good without that: on a full disk, or of an older database. */
export async function noteEnd(
  { database, now, warn }: Pick<DataContext, 'database' | 'now' | 'warn'>,
  name: 'backup' | 'drill',
  text: string,
) {
  const at = now();
  const mark = { name, value: datedValue(at, text), at };
  await withStore(database, (store) => store.mark(mark)).catch((error) =>
    warn(`the ${name} is not recorded for its alert: ${messageOf(error)}`),
  );
}

/** Returns a line for each pair, with the names in one column. Values may contain text by strangers. */
export const formatPairs = (pairs: readonly (readonly [name: string, value: string | number])[]) =>
  pairs.map(([name, value]) => `${name.padEnd(15)} ${printable(String(value))}\n`).join('');

/**
 * Returns the path of the SQLite file. @param instead what to use with PostgreSQL. @throws StartError that names it
 * when the database is on PostgreSQL
 */
export function sqliteFileOf(database: DatabaseAddress, instead: string): string {
  if (!isPostgres(database)) return database;
  throw new StartError(
    `this command works on the file of a SQLite database, and ${nameOf(database)} is PostgreSQL: ${instead}`,
  );
}
