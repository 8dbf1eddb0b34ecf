import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const root = join(here, '../..');
/** A path in the text of a benchmark: from its own folder where it says so, else from this folder or the root. */
const PATH =
  /(?<own>import\.meta\.dirname, |new URL\()?'(?<path>[\w.-]+(?:\/[\w.-]+)+\.(?:ts|mjs))'/g;

/** Benchmarks are not part of `npm test`. A program of theirs that moved was missed for weeks. */
test('every program that a benchmark starts is there', () => {
  const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.(ts|mjs)$/.test(file))
    .map((file) => join(here, file));
  const programs = sources.flatMap((source) => {
    const code = readFileSync(source, 'utf8').replace(/\bfrom '.*'/g, '');
    return [...code.matchAll(PATH)].map(({ groups: { own, path = '' } = {} }) =>
      (own ? [dirname(source)] : [here, root]).map((folder) => join(folder, path)),
    );
  });
  expect(programs.length).toBeGreaterThan(8);
  expect(programs.filter((places) => !places.some((file) => existsSync(file)))).toEqual([]);
});
