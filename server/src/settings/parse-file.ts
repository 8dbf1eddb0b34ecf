import { constants, copyFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { plainText } from '../lib/plain-text.ts';
import { messageOf, printable } from '../lib/printable.ts';
import { readWhole } from '../lib/read-whole.ts';
import { StartError } from '../lib/start-error.ts';
import { type InputNames, parseInput } from './parse-input.ts';

/**
 * Returns the text of a file of the self-hoster's, or of the example that is shipped beside it; null if there is neither.
 *
 * @param expected what should be there, for the error
 * @throws StartError if it cannot be read
 */
export function readOwnFile(file: string, expected: string): string | null {
  const own = [file, exampleOf(file)].find(isThere);
  return own === undefined ? null : readWhole(own, expected).toString();
}

/** What is there but cannot be read must not become the example. */
function isThere(file: string): boolean {
  try {
    return Boolean(lstatSync(file));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

const exampleOf = (file: string) => file.replace(/\.json$/, '.example.json');

/** Copies the shipped examples, at the first start, to the files that a self-hoster edits: Git ignores those. */
export function copyExamples(folder: string): void {
  for (const name of ['site.json', 'channels.json']) {
    const file = join(folder, name);
    try {
      copyFileSync(exampleOf(file), file, constants.COPYFILE_EXCL);
    } catch {
      // It is there, or the folder may only be read, as of a service: the example itself is read.
    }
  }
}

/**
 * Parses the text of a JSON file that a self-hoster edits. A key `__proto__` is refused, because schemas do not see it.
 *
 * @throws StartError with one line
 */
export function parseFile<T>(
  schema: z.ZodType<T>,
  text: string,
  { file, ...wording }: { file: string } & Partial<InputNames>,
): T {
  const json = parseJson(plainText(text, file), printable(file));
  const whole = `${file}: the whole file`;
  return parseInput(schema, json, { whole, within: `${file}: `, ...wording });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new StartError(`${file} has a key "__proto__"; remove it`);
      return value;
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} is not JSON: ${messageOf(error)}`);
  }
}
