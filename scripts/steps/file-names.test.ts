import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** What these names mean is said by their folder. */
const ALLOWED = ['index', 'schema'];

test('no two files of the code have the same name, except a component and its styles, and pairs of the two drivers', () => {
  const files = ['client', 'server', 'shared', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    if (!/(?<!\.(test|long|spec))\.(tsx?|mjs|css)$/.test(file)) continue;
    const [name = ''] = basename(file).split('.');
    const folder = dirname(file).replace(/\/(sqlite|postgres)\b/, '/driver');
    folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  const twice = [...folders].filter(([name, all]) => all.size > 1 && !ALLOWED.includes(name));
  expect(twice).toEqual([]);
});
