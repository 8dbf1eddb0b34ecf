import type { z } from 'zod';
import type { DatabaseAddress } from '../../database/database-address.ts';
import { printable } from '../../printable.ts';
import { StartError } from '../../start-error.ts';
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

/** @throws StartError that names each invalid value and what is expected */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, what: string): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const { path } = issue;
    const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
    const value = path.reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
      input,
    );
    const held = value === undefined ? 'is missing' : `is ${JSON.stringify(value).slice(0, 100)}`;
    return printable(`${path.length === 0 ? what : path.join('.')} ${held}: ${message}`);
  });
  throw new StartError(lines.join('\n'));
}
