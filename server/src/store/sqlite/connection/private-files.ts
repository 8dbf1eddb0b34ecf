import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ENDS } from './own-files.ts';

/** Returns the copies that a restore kept, or that an interrupted one left: they hold what was erased since. */
export function keptCopies(file: string): string[] {
  const own = basename(file);
  const kept = /^-(replaced-.*|restored(-\w+)?)$/;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(own) && kept.test(name.slice(own.length)))
    .map((name) => join(dirname(file), name))
    .toSorted();
}

/** Returns each of these files that others than its owner may use, with its mode: `site.db (644)`. */
export const notPrivate = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & 0o077) === 0 ? [] : [`${path} (${(mode & 0o777).toString(8)})`];
  });

/** The files beside a database that hold its data, or did. */
export const filesOf = (file: string): string[] => [
  ...ENDS.map((end) => file + end),
  ...keptCopies(file),
];
