import { printableLines } from './printable.ts';

/** A reason not to start that the operator can act upon: printed as its one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Returns what is printed before the process ends with code 1: a bug's stack, anything else's one line. */
export function describeEnd(error: unknown): string {
  if (error instanceof StartError) return printableLines(error.message);
  return printableLines(String(error instanceof Error ? error.stack : error));
}
