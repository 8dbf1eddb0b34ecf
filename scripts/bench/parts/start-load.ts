import { LOAD_CORE, startProcess, TSX } from './process.ts';

/**
 * Starts a load and waits until its measurement begins. `result` waits until the measurement is
 * over.
 *
 * @param program one of `PROGRAMS`; its first line says that it measures, the rest is its result as JSON
 */
export async function startLoad<Result>(program: string, options: object) {
  const load = await startProcess(LOAD_CORE, [...TSX, program, JSON.stringify(options)]);
  return {
    async result(): Promise<Result> {
      const output = await load.output();
      return JSON.parse(output.slice(output.indexOf('\n'))) as Result;
    },
  };
}
