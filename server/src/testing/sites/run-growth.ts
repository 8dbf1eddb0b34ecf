import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Subcommand } from '../../cli/subcommands/subcommand.ts';

/**
 * Returns the output of a subcommand of `npm run growth`, run in this process; warnings come first.
 */
export async function runGrowth(
  command: Subcommand,
  database: string,
  args: string[],
  { isTTY = false } = {},
) {
  const out = Object.assign(new PassThrough(), { isTTY });
  const printed = text(out);
  const warnings: string[] = [];
  const progress = { show: () => {}, clear: () => {} };
  try {
    await command.run(args, { database, out, warn: (line) => warnings.push(line), progress });
  } finally {
    out.end();
  }
  return warnings.map((line) => `${line}\n`).join('') + (await printed);
}
