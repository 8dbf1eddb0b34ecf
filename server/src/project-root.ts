import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
