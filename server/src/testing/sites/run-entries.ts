import { pathToFileURL } from 'node:url';
import { type Entry, entryFile, startNode } from './built-process.ts';

/** Imports the file of each command anew, with its arguments, and prints how it ended. */
const RUN_ALL = `(async () => {
  const ran = [];
  const { write } = process.stdout;
  for (const [file, ...args] of JSON.parse(process.argv[1])) {
    let printed = '';
    process.stdout.write = process.stderr.write = (chunk, ...rest) => {
      printed += chunk;
      rest.find((each) => typeof each === 'function')?.();
      return true;
    };
    process.argv = [process.execPath, file, ...args];
    process.exitCode = 0;
    await import(file + '?' + ran.length);
    ran.push({ code: process.exitCode, printed });
  }
  process.exitCode = 0;
  write.call(process.stdout, JSON.stringify(ran));
})()`;

/**
 * Runs commands of the build, one after another. They share a process, because to start one takes longer than most of
 * them take.
 */
export async function runEntries(
  commands: readonly (readonly [Entry, ...string[]])[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; printed: string }[]> {
  const files = commands.map(([entry, ...args]) => [pathToFileURL(entryFile(entry)).href, ...args]);
  const { exited, output } = startNode(['-e', RUN_ALL, JSON.stringify(files)], env);
  if ((await exited) !== 0) throw new Error(output.stderr);
  return JSON.parse(output.stdout);
}
