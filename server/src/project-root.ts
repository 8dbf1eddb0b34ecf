import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, `data/` and `dist/`: wherever this was started from, as source or as a bundle. */
export function findProjectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder);
  }
  return folder;
}
