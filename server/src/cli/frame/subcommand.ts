import { StartError } from '../../lib/start-error.ts';
import type { DatabaseAddress } from '../../settings/database-address.ts';
import type { Progress } from './progress.ts';

/** One subcommand of `npm run growth` or `npm run data`. Its help is its manual. */
export interface Subcommand<Context = CommandContext> {
  summary: string;
  help: string;
  /** @throws StartError for what the user can fix */
  run(args: string[], context: Context): Promise<void>;
}

export interface CommandContext {
  database: DatabaseAddress;
  out: NodeJS.WritableStream & { isTTY?: boolean };
  /** Prints a line that must stay out of the output. */
  warn(line: string): void;
  progress: Progress;
}

/** @throws StartError with the help, for an unknown option */
export function orHelp<T>(help: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ''}\n\n${help}`);
  }
}
