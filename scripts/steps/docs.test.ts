import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** Created at run time, so missing from a fresh clone. */
const notInGit = /^(dist|node_modules|data\/\w+\.db)/;

for (const document of [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/scale.md',
]) {
  test(`every file that ${document} links to exists`, () => {
    const text = readFileSync(join(root, document), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const files = targets.filter((target) => !/^(\w+:|#)/.test(target));
    const missing = files.filter(
      (file) => !existsSync(join(root, dirname(document), file.replace(/#.*/, ''))),
    );
    expect(missing).toEqual([]);
  });

  test(`every path that ${document} names exists`, () => {
    const text = readFileSync(join(root, document), 'utf8');
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
    const paths = code.filter(
      (words) => /^[.\w-]+\/[\w./-]*$/.test(words) && !notInGit.test(words),
    );
    expect(paths.length).toBeGreaterThan(1);
    const isThere = (path: string) =>
      ['', 'server/src', 'client/src'].some((folder) => existsSync(join(root, folder, path)));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
}
