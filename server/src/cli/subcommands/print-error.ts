import { inspect } from 'node:util';
import { printableLines } from '../../printable.ts';
import { StartError } from '../../start-error.ts';

/** Prints why a command failed, one message or a bug with its stack, and sets the exit code to 1. */
export function printError(error: unknown): void {
  console.error(printableLines(error instanceof StartError ? error.message : inspect(error)));
  process.exitCode = 1;
}
