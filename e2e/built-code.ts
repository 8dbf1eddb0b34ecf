import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Manifest } from '../shared/src/page.ts';

const manifestFile = resolve(import.meta.dirname, '../dist/client/manifest.json');

/**
 * Returns a pattern that matches the addresses of the scripts built from these sources. Throws if a source has no
 * script of its own, so that no test looks for a name which the build no longer uses.
 *
 * @param sources paths in the repository, of a file or of a folder
 */
export function codeOf(...sources: string[]): RegExp {
  const built = Object.entries(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest);
  const files = sources.flatMap((source) => {
    const own = built.filter(([key, { file }]) => key.startsWith(source) && file.endsWith('.js'));
    if (own.length === 0) throw new Error(`the build has no script of its own for ${source}`);
    return own.map(([, { file }]) => file.replaceAll('.', '\\.'));
  });
  return new RegExp(`/(${files.join('|')})$`);
}
