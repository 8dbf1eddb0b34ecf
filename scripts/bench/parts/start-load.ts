import { join } from 'node:path';
import { LOAD_CORE, startProcess, TSX } from './process.ts';

/**
 * Starts a load and waits until its measurement begins. `result` waits until the measurement is
 * over.
 *
 * @param file in scripts/bench; its first line says that it measures, the rest is its result as JSON
 */
export async function startLoad<Result>(file: string, options: object) {
  const path = join(import.meta.dirname, '..', file);
  const load = await startProcess(LOAD_CORE, [...TSX, path, JSON.stringify(options)]);
  return {
    async result(): Promise<Result> {
      const output = await load.output();
      return JSON.parse(output.slice(output.indexOf('\n'))) as Result;
    },
  };
}
