import { printableLines } from './printable.ts';

/** A reason not to start that the operator can fix. Printed as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * Returns what to print before the process exits with code 1: the stack of a bug, or the one line of any other error.
 */
export function describeEnd(error: unknown): string {
  if (error instanceof StartError) return printableLines(error.message);
  return printableLines(String(error instanceof Error ? error.stack : error));
}
