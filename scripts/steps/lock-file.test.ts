import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

interface Package {
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages as Record<string, Package>).filter(([path]) => path);

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
