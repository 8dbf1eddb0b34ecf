import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf, printable } from './printable.ts';
import { StartError } from './start-error.ts';

/** Far more than anybody writes by hand. */
const MAX_BYTES = 10_000_000;

/**
 * Returns the bytes of a file that a person has named or written. A pipe or a device may never end, so only files are read.
 *
 * @param expected what should be there, for the error
 * @throws StartError with one line
 */
export function readWhole(file: string, expected: string, maxBytes = MAX_BYTES): Buffer {
  try {
    // The flag lets a pipe without a writer open at once.
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = fstatSync(handle);
      if (!found.isFile()) throw new Error('it is not a file');
      if (found.size > maxBytes)
        throw new Error(`it has ${found.size} bytes, more than ${maxBytes}`);
      const bytes = Buffer.alloc(found.size);
      return bytes.subarray(0, readSync(handle, bytes));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const line = `${file} cannot be read: ${messageOf(error)}; expected ${expected}`;
    throw new StartError(printable(line));
  }
}
