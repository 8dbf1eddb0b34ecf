import type { Config } from '../../config.ts';
import { type DatabaseAddress, isPostgres, nameOf } from '../../database/database-address.ts';
import { printable } from '../../printable.ts';
import { StartError } from '../../start-error.ts';
import type { CommandContext } from '../subcommands/subcommand.ts';

export interface DataContext extends CommandContext {
  config: Pick<Config, 'eventRetentionDays' | 'signupRetentionDays' | 'posthogKey'>;
  now(): number;
  newId(): string;
}

/** Returns a line for each pair, the names in a column. Values may hold what strangers wrote. */
export const formatPairs = (pairs: readonly (readonly [name: string, value: string | number])[]) =>
  pairs.map(([name, value]) => `${name.padEnd(16)}${printable(String(value))}\n`).join('');

/** @param instead what PostgreSQL has for it. @throws StartError that says so where the database is there */
export function sqliteFileOf(database: DatabaseAddress, instead: string): string {
  if (!isPostgres(database)) return database;
  throw new StartError(
    `this command works on the file of a SQLite database, and ${nameOf(database)} is PostgreSQL: ${instead}`,
  );
}
