import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Appends to a log of this test run, if the run keeps logs: `npm test` searches them all for personal data at the end.
 *
 * @param name one for each process and channel, so that no line is torn by another
 */
export function keepLog(name: string, text: string | Uint8Array): void {
  const folder = process.env['TEST_LOGS'];
  if (folder) appendFileSync(join(folder, `${process.pid}-${name}.log`), text);
}
