import { inspect } from 'node:util';
import { printableLines } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';

/** Prints why a command failed, as one message or, for a bug, with its stack. Sets the exit code to 1. */
export function printError(error: unknown): void {
  console.error(printableLines(error instanceof StartError ? error.message : inspect(error)));
  process.exitCode = 1;
}
