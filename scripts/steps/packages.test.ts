import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

interface Package {
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const locked: Record<string, Package> = JSON.parse(read('package-lock.json')).packages;
const packages = Object.entries(locked).filter(([path]) => path);

test('the lock file names no registry, and has a hash for every package', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});

// npm ci refuses the whole lock, on every platform, when it lacks one platform's optional package.
test('the lock file has the optional packages of every platform', () => {
  const paths = packages.map(([path]) => path);
  const wanted = packages.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
  const isLocked = (name: string) => paths.some((path) => path.endsWith(`node_modules/${name}`));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !isLocked(name))).toEqual([]);
});

/** These require a notice at most. A font under the OFL may be served unchanged. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC'],
  ...['MIT', 'MIT-0', 'OFL-1.1', 'Unlicense'],
  ...['(Apache-2.0 AND MIT)', '(MIT OR WTFPL)', '(MPL-2.0 OR Apache-2.0)'],
];
test.each(['client', 'ssr', 'server'])(
  'each package in the build of %s has its licence listed, and none has conditions for the site',
  (build) => {
    const found = [...read('dist', build, '.vite/license.md').matchAll(/^## .+ \((.+)\)$/gm)];
    const licences = found.map(([, licence = '']) => licence);
    expect(licences.length).toBeGreaterThan(2);
    expect(licences.filter((licence) => !PERMISSIVE.includes(licence))).toEqual([]);
  },
);
