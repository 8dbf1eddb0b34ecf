import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GrowthContext } from '../../cli/frame/growth-context.ts';
import type { Subcommand } from '../../cli/frame/subcommand.ts';
import { shippedChannels } from '../../reports/load-channels.ts';
import { parseConfig } from '../../settings/config.ts';
import { EXAMPLE_SITE } from '../../site/site-config.ts';
import { temporaryFile } from '../temporary-folder.ts';

/**
 * Returns the output of a subcommand of `npm run growth`, run in this process; warnings come first.
 */
export async function runGrowth(
  command: Subcommand<GrowthContext>,
  database: string,
  args: string[],
  { isTTY = false, fd = undefined as number | undefined, env = {} as NodeJS.ProcessEnv } = {},
) {
  const out = Object.assign(new PassThrough(), { isTTY, ...(fd !== undefined && { fd }) });
  const printed = buffer(out); // text() would drop a byte order mark
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const channels = shippedChannels();
  try {
    const config = parseConfig(env);
    const loadSite = () => EXAMPLE_SITE;
    await command.run(args, { database, out, warn, channels, config, loadSite });
  } finally {
    out.end();
  }
  return warnings.map((line) => `${line}\n`).join('') + (await printed).toString();
}

/** Writes the file of a query, and returns its name. */
export function writeQuery(query: unknown) {
  const file = temporaryFile('query.json');
  writeFileSync(file, typeof query === 'string' ? query : JSON.stringify(query));
  return file;
}
