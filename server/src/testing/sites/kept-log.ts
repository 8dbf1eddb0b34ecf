import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Adds to a log of this test run, where there is one: `npm test` reads them all in the end, for personal data.
 *
 * @param name one for each process and channel, so that no line is torn by another
 */
export function keepLog(name: string, text: string | Uint8Array): void {
  const folder = process.env['TEST_LOGS'];
  if (folder) appendFileSync(join(folder, `${process.pid}-${name}.log`), text);
}
