import type { Config } from '../../config.ts';
import type { CommandContext } from '../subcommands/subcommand.ts';

export interface DataContext extends CommandContext {
  config: Pick<Config, 'eventRetentionDays' | 'signupRetentionDays' | 'posthogKey'>;
  now(): number;
  newId(): string;
}

/** A line for each pair, the names in a column. */
export const formatPairs = (pairs: readonly (readonly [name: string, value: string | number])[]) =>
  pairs.map(([name, value]) => `${name.padEnd(16)}${value}\n`).join('');
