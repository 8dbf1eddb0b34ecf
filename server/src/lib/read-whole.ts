import { readFileSync, statSync } from 'node:fs';
import { messageOf, printable } from './printable.ts';
import { StartError } from './start-error.ts';

/** Far more than anybody writes by hand. */
const MAX_BYTES = 10_000_000;

/**
 * Returns the bytes of a file that a person has named or written.
 *
 * @param expected what should be there, for the error
 * @throws StartError with one line
 */
export function readWhole(file: string, expected: string, maxBytes = MAX_BYTES): Buffer {
  try {
    const found = statSync(file);
    // A device may have no end.
    if (!found.isFile() && !found.isFIFO()) throw new Error('it is neither a file nor a pipe');
    if (found.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return readFileSync(file);
  } catch (error) {
    const line = `${file} cannot be read: ${messageOf(error)}; expected ${expected}`;
    throw new StartError(printable(line));
  }
}
