// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Returns the path of the first of these programs that can be run.
 *
 * @param {string[]} names paths, or names to look for on the PATH
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findExecutable(names, env) {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
