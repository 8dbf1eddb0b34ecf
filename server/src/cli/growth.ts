import { resolve } from 'node:path';
import { loadConfig } from '../config.ts';
import { findProjectRoot } from '../project-root.ts';
import { StartError } from '../start-error.ts';
import type { GrowthCommand } from './growth/command.ts';
import { funnelCommand } from './growth/funnel.ts';
import { createProgress } from './growth/progress.ts';

const COMMANDS: Record<string, GrowthCommand> = {
  funnel: funnelCommand,
};

const HELP = `npm run growth -- COMMAND [OPTIONS]

What the growth team asks, answered from the database of DATABASE_URL, beside the running server.

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}

npm run growth -- COMMAND --help says what it counts and takes.`;

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') return console.log(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new StartError(`there is no command ${JSON.stringify(name)}\n\n${HELP}`);
  if (args.includes('--help') || args.includes('-h')) return console.log(command.help);
  const root = findProjectRoot();
  const databaseFile = resolve(root, loadConfig(root).databaseFile);
  const progress = createProgress(process.stderr);
  try {
    await command.run(args, { databaseFile, out: process.stdout, warn: console.error, progress });
  } finally {
    progress.clear();
  }
}
