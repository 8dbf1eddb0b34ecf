import { inspect } from 'node:util';
import { printableLines } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { type Config, loadConfig } from '../../settings/config.ts';
import { describeVersion } from '../../settings/program-version.ts';
import { findProjectRoot } from '../../settings/project-root.ts';
import type { CommandContext, Subcommand } from './subcommand.ts';

export interface Subcommands<Context> {
  /** The name in `npm run NAME`, such as `growth`. */
  name: string;
  about: string;
  commands: Readonly<Record<string, Subcommand<Context>>>;
  createContext(base: CommandContext, config: Config): Context;
}

// A reader like `head` that has had enough closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE')
    printError(new StartError(`the output cannot be written: ${error.message}`));
  process.exit();
});

/**
 * Runs the requested subcommand, or lists them. For an error that the user can fix, it prints one message and sets the
 * exit code to 1.
 */
export async function runSubcommands<Context>(subcommands: Subcommands<Context>): Promise<void> {
  try {
    await run(subcommands, process.argv.slice(2));
  } catch (error) {
    printError(error);
  }
}

/** Runs a command that has no subcommands, and loads no settings before. */
export async function runCommand(command: Subcommand<null>): Promise<void> {
  const args = process.argv.slice(2);
  try {
    if (args.some(isHelp)) console.log(command.help);
    else if (args[0] === VERSION) console.log(describeVersion());
    else await command.run(args, null);
  } catch (error) {
    printError(error);
  }
}

const VERSION = '--version';
const isHelp = (arg: string | undefined) => arg === '--help' || arg === '-h';

async function run<Context>(subcommands: Subcommands<Context>, [name, ...args]: string[]) {
  const { commands, createContext } = subcommands;
  if (name === undefined || isHelp(name)) return console.log(helpOf(subcommands));
  if (name === VERSION) return console.log(describeVersion());
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    throw new StartError(`there is no command ${JSON.stringify(name)}\n\n${helpOf(subcommands)}`);
  }
  if (args.some(isHelp)) return console.log(command.help);
  const root = findProjectRoot();
  const config = loadConfig(root);
  const { database } = config;
  const base = { database, out: process.stdout, warn: console.error };
  await command.run(args, createContext(base, config));
}

function helpOf({ name, about, commands }: Omit<Subcommands<never>, 'createContext'>): string {
  const list = Object.entries(commands).map(
    ([command, { summary }]) => `  ${command.padEnd(12)}${summary}`,
  );
  return `npm run ${name} -- COMMAND [OPTIONS]

${about}

${list.join('\n')}

For the manual of a command: npm run ${name} -- COMMAND --help
For the version and the commit: npm run ${name} -- --version`;
}

/** Prints why a command failed, as one message or, for a bug, with its stack. Sets the exit code to 1. */
function printError(error: unknown): void {
  console.error(printableLines(error instanceof StartError ? error.message : inspect(error)));
  process.exitCode = 1;
}
