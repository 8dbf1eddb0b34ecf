import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf, printable } from './printable.ts';
import { StartError } from './start-error.ts';

/** Far more than anybody writes by hand. */
const MAX_BYTES = 10_000_000;
const WAIT_MS = 10;

/**
 * Returns the bytes of a file that a person has named or written. It may be a pipe, such as `/dev/stdin`, or a device without
 * an end.
 *
 * @param expected what should be there, for the error
 * @throws StartError with one line
 */
export function readWhole(file: string, expected: string, maxBytes = MAX_BYTES): Buffer {
  try {
    // Nobody may ever open the other side of a pipe.
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.allocUnsafeSlow(maxBytes + 1);
      let length = 0;
      for (let read = 1; read > 0 && length <= maxBytes; length += read)
        read = readSome(handle, bytes, length);
      if (length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      if (length === 0 && fstatSync(handle).isFIFO()) throw new Error('nobody writes to this pipe');
      return Buffer.from(bytes.subarray(0, length));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const line = `${file} cannot be read: ${messageOf(error)}; expected ${expected}`;
    throw new StartError(printable(line));
  }
}

/** Waits for the next bytes of a pipe. Returns their number, 0 at the end. */
function readSome(handle: number, bytes: Buffer, from: number): number {
  for (;;) {
    try {
      return readSync(handle, bytes, from, bytes.length - from, null);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}
