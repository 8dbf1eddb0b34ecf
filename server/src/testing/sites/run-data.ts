import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DataContext } from '../../cli/frame/data-context.ts';
import type { Subcommand } from '../../cli/frame/subcommand.ts';
import { StartError } from '../../lib/start-error.ts';
import { parseConfig } from '../../settings/config.ts';
import { newId } from '../../store/testing/store-contract-data.ts';
import { NOON } from '../test-app.ts';

const CONFIG = {
  ...parseConfig({}),
  ...{ eventRetentionDays: 10, signupRetentionDays: 20, unconfirmedRetentionDays: 30 },
};

/**
 * Runs a subcommand of `npm run data` in this process, at a time, or else a minute after {@link NOON}. Returns its output and the reason
 * for a failure.
 */
export async function tryData(
  command: Subcommand<DataContext>,
  database: string,
  args: string[] = [],
  config: Partial<DataContext['config']> = {},
  now = NOON + 60_000,
): Promise<{ printed: string; problem: string | null }> {
  const out = new PassThrough();
  const printed = text(out);
  const context: DataContext = {
    database,
    out,
    warn: () => {},
    config: { ...CONFIG, ...config },
    root: dirname(database),
    now: () => now,
    newId,
  };
  const failed = await command.run(args, context).then(
    () => null,
    (error: Error) => error,
  );
  out.end();
  if (failed && !(failed instanceof StartError)) throw failed;
  return { printed: await printed, problem: failed?.message ?? null };
}

/** Returns the output of a subcommand that must not fail. */
export async function runData(...args: Parameters<typeof tryData>): Promise<string> {
  const { printed, problem } = await tryData(...args);
  if (problem !== null) throw new Error(problem);
  return printed;
}
