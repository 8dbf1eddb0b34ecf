import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Subcommand } from '../cli/subcommands/subcommand.ts';

/** What a subcommand of `npm run growth` prints, in this process; warnings first. */
export async function runGrowth(command: Subcommand, database: string, args: string[]) {
  const out = new PassThrough();
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
