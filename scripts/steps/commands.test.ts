// What the commands decide before they install, build or download anything.
import { exec, execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import {
  findChromium,
  findFirefox,
  findHeadlessShell,
  findWebKit,
} from '../../server/src/testing/programs/find-programs.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { inputsHash, stale } from '../build.mjs';
import { hasAll } from './install.mjs';
import { root } from './run.mjs';

/** Creates a project as it is after a build. */
function createBuiltProject() {
  const project = temporaryFolder();
  const write = (file: string, content = file) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), content);
  };
  const folders = ['client/src', 'server/src', 'shared/src', 'scripts/images', 'scripts/vite'];
  const sources = folders.flatMap((folder) => [`${folder}/a.ts`, `${folder}/a.test.ts`]);
  const common = ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
  for (const file of [...sources, ...common]) write(file);
  for (const target of ['client', 'ssr', 'server'] as const) {
    write(`dist/${target}/index.js`);
    write(`dist/${target}.stamp`, inputsHash(target, project));
  }
  return { project, write };
}

test.each<[string, string[]]>([
  ['client/src/a.ts', ['client', 'ssr']],
  ['client/src/new.module.css', ['client', 'ssr']],
  ['server/src/a.ts', ['server']],
  ['shared/src/a.ts', ['client', 'ssr', 'server']],
  ['scripts/images/a.ts', ['client']],
  ['scripts/vite/a.ts', ['client', 'ssr', 'server']],
  ['package-lock.json', ['client', 'ssr', 'server']],
  ['dist/ssr.stamp', ['ssr']],
  ['server/src/a.test.ts', []],
  ['data/site.json', []],
])('after an edit of %s, %j are built again', (file, targets) => {
  const { project, write } = createBuiltProject();
  expect(stale(undefined, project)).toEqual([]);
  write(file, 'x'.repeat(file.length)); // the same length as before
  expect(stale(undefined, project)).toEqual(targets);
});

test('a missing build is made again, and a moved folder is not rebuilt', () => {
  const { project } = createBuiltProject();
  const moved = join(temporaryFolder(), 'moved');
  cpSync(project, moved, { recursive: true });
  expect(stale(undefined, moved)).toEqual([]);
  rmSync(join(project, 'dist/server'), { recursive: true });
  expect(stale(undefined, project)).toEqual(['server']);
});

test('an install by hand counts when no package of the lock file is missing or has another version', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/fsevents': { version: '2.0.0', optional: true },
  };
  const hono = { 'node_modules/hono': { version: '4.0.0' } };
  expect(hasAll(wanted, hono)).toBe(true);
  expect(hasAll(wanted, {})).toBe(false);
  expect(hasAll(wanted, { 'node_modules/hono': { version: '4.0.1' } })).toBe(false);
  expect(hasAll(wanted, { ...hono, 'node_modules/fsevents': { version: '1.0.0' } })).toBe(false);
});

const own = chromium.executablePath();
const SHELL = '/usr/bin/chromium-headless-shell';
const ONLY = '/usr/bin/chromium';
const NAMED = { PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: '/a', CHROME_PATH: '/b' };
// Tests run in the headless shell. Nobody looks for Playwright's own, which Playwright finds itself.
test.each<[string, Record<string, string>, (path: string) => boolean, unknown, unknown]>([
  ['the first named one', NAMED, () => false, '/a', '/a'],
  ['another named one', { CHROME_PATH: '/b' }, () => true, '/b', '/b'],
  ["Playwright's", {}, () => true, own, undefined],
  ["the system's", {}, (path) => path !== own, expect.stringMatching(/^\/usr\/bin\/chrom/), SHELL],
  ['the only one', {}, (path) => path === ONLY, ONLY, ONLY],
  ['none', {}, () => false, undefined, undefined],
])('the browser is %s', (_, env, isThere, browser, shell) => {
  expect([findChromium(env, isThere), findHeadlessShell(env, isThere)]).toEqual([browser, shell]);
});

test('Firefox is the named one, else the first on the PATH; WebKit needs all of its parts', () => {
  const { project, write } = createBuiltProject();
  write('bin/firefox');
  write('bin/WebKitWebDriver');
  const PATH = `${join(project, 'none')}:${join(project, 'bin')}`;
  expect(findFirefox({ PATH })).toBe(undefined); // not executable
  chmodSync(join(project, 'bin/firefox'), 0o755);
  chmodSync(join(project, 'bin/WebKitWebDriver'), 0o755);
  expect(findFirefox({ PATH })).toBe(join(project, 'bin/firefox'));
  expect(findFirefox({ PATH, FIREFOX: process.execPath })).toBe(process.execPath);
  expect(findFirefox({ PATH, FIREFOX: '/no/such/firefox' })).toBe(undefined);
  expect(findWebKit({ PATH })).toBe(undefined); // no Xvfb
});

test('each command prints its help with --help, and does nothing', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = 'bench, build, check, dev, mutants, start, test, words'.split(', ');
  const help = commands.map((command) =>
    promisify(exec)(`${scripts[command]} --help`, { cwd: root }),
  );
  for (const [index, { stdout }] of (await Promise.all(help)).entries())
    expect.soft(stdout, commands[index]).toMatch(/^npm (run )?\w+.*\n\n *\w/);
});

test('words status lists each language of each place', async () => {
  const status = ['scripts/words.mjs', 'status'];
  const { stdout } = await promisify(execFile)(process.execPath, status, { cwd: root });
  expect(stdout).toMatch(/^client\/src\/site\/content:\nar: \d+ missing, \d+ as in English/);
  expect(stdout).toMatch(/^client\/src\/console\/words:$/m);
});

test.each([
  ['whose child has ended, as Node does', "await run(node, ['-e', '']);", { signal: 'SIGHUP' }],
  ['together with the child that still runs', "run('sleep', ['20']);", { code: 129 }],
])('a signal ends a command %s', async (_, before, end) => {
  const runs = JSON.stringify(join(root, 'scripts/steps/run.mjs'));
  const script = `const { run } = await import(${runs}); const node = process.execPath; ${before}
    process.kill(process.pid, 'SIGHUP'); setTimeout(() => {}, 20_000);`;
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  await expect(ended).rejects.toMatchObject(end);
});
