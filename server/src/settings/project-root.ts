import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../lib/start-error.ts';

/**
 * The folder of package.json, `data/` and `dist/`, whatever the working directory, for the sources and for the bundle.
 */
export function findProjectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder);
  }
  return folder;
}

/**
 * Returns the folder that a command is about: the one that its arguments name, or else the project of this file.
 *
 * @throws StartError for an option, and for a folder that does not exist
 */
export function rootFrom([name, ...more]: readonly string[]): string {
  if (name === undefined) return findProjectRoot();
  const root = resolve(name);
  if (name.startsWith('-') || more.length > 0 || !existsSync(join(root, 'data'))) {
    throw new StartError(
      `expected no argument, or the folder of a project; got ${[name, ...more].join(' ')}`,
    );
  }
  return root;
}
