import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { root } from './run.mjs';

interface Package {
  hasInstallScript?: boolean;
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

// npm prune would add this line, and the build would then count as older than the lock file.
test('the lock file says that the site itself has an install script', () => {
  expect(locked['']).toMatchObject({ hasInstallScript: true });
});

// npm ci refuses the whole lock, on every platform, when it lacks one platform's optional package.
test('the lock file has the optional packages of every platform', () => {
  const paths = packages.map(([path]) => path);
  const wanted = packages.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
  const isLocked = (name: string) => paths.some((path) => path.endsWith(`node_modules/${name}`));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !isLocked(name))).toEqual([]);
});

const { allowScripts } = JSON.parse(read('package.json'));

test('package.json says of each package with an install script whether that may run', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => path.replace(/.*node_modules\//, ''));
  expect([...new Set(names)].sort()).toEqual(Object.keys(allowScripts).sort());
});

test('the image runs the install scripts that package.json allows, and no others', () => {
  const folder = temporaryFolder();
  const image = read('Dockerfile');
  const [, install = ''] = /^RUN (node .*install\.mjs.*)$/m.exec(image) ?? [];
  const before = image.slice(0, image.indexOf(install));
  for (const [, sources = '', to = ''] of before.matchAll(/^COPY --chown=\S+ (.+) (\S+)$/gm))
    for (const source of sources.split(' ')) {
      const target = to.endsWith('/') ? join(to, source.replace(/.*\//, '')) : to;
      cpSync(join(root, source), join(folder, target), { recursive: true });
    }
  // Writes down what npm would do.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$*" >> asked\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { stderr } = spawnSync('sh', ['-c', install], { cwd: folder, env, encoding: 'utf8' });
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  const [clean = '', ...rest] = asked;
  expect(clean).toMatch(/^ci .*--ignore-scripts/);
  expect(rest.sort()).toEqual([`rebuild ${allowed.join(' ')}`, 'run --silent postinstall']);
  const lines = stderr
    .replace(/\d+\.\d s$/gm, 'N s')
    .trim()
    .split('\n');
  expect(lines.slice(0, 3)).toEqual([
    `fetching ${packages.length} packages …`,
    'fetched the packages in N s',
    `getting ${allowed.join(' and ')} ready: a minute or two, if they must be compiled …`,
  ]);
  // At the same time.
  expect(lines.slice(3).sort()).toEqual([
    `got ${allowed.join(' and ')} ready in N s`,
    'wrote the types of the words in N s',
  ]);
  const others = [...image.matchAll(/\bnpm (ci|install|i|prune|rebuild)\b.*/g)];
  expect(others.filter(([line]) => !line.includes('--ignore-scripts'))).toEqual([]);
});

const WORKFLOWS = join(root, '.github/workflows');
const workflows = readdirSync(WORKFLOWS).map((name) => readFileSync(join(WORKFLOWS, name), 'utf8'));

test('each action of a workflow is pinned to a commit, with its version beside it', () => {
  const used = workflows.flatMap((text) => text.match(/\buses: .*/g) ?? []);
  const others = used.filter((line) => !line.startsWith('uses: ./'));
  expect(others.length).toBeGreaterThan(10);
  const isPinned = (line: string) => /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line);
  expect(others.filter((line) => !isPinned(line))).toEqual([]);
});

test('the tests run with the oldest Node that the site allows, and with the recommended one', () => {
  const versions = workflows.flatMap((text) => [...text.matchAll(/\bnode: '([\d.]+)'/g)]);
  const tested = versions.map(([, version]) => version);
  const { engines } = JSON.parse(read('package.json'));
  expect(tested).toContain(engines.node.replace('>=', ''));
  expect(tested).toContain(read('.nvmrc').trim());
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
