// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { root, run, seconds } from './run.mjs';

// What this says goes to stderr: stdout belongs to the command that comes after.

const stampFile = join(root, 'node_modules/.install-stamp');
const lockFile = join(root, 'package-lock.json');
/** npm writes this as the last act of an install: after an interrupted one it is absent. */
const installedFile = join(root, 'node_modules/.package-lock.json');

const text = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Of what is wanted, what npm says it installed, and the Node that native modules were built for. */
function currentStamp() {
  const { modules } = process.versions;
  return createHash('sha256')
    .update(
      JSON.stringify([
        text(lockFile),
        text(installedFile),
        modules,
        process.platform,
        process.arch,
      ]),
    )
    .digest('hex');
}

const isStamped = () => existsSync(installedFile) && text(stampFile) === currentStamp();

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages as a lock file has them */

/** Whether all that is wanted is there; an optional package is another platform's, or of the very version. */
export function hasAll(/** @type {Packages} */ wanted, /** @type {Packages} */ have) {
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (have[path] ? have[path].version === version : optional === true),
  );
}

/** True when someone ran `npm install` by hand and all of package-lock.json is there. */
const isInstalledByHand = () =>
  existsSync(installedFile) &&
  hasAll(JSON.parse(text(lockFile)).packages, JSON.parse(text(installedFile)).packages);

/**
 * Returns whether the one native module works, by using it. A Node of another version cannot load it. Built by hand with
 * Node's own headers of 24.19 or later, it aborts the process when statements are collected outside of any JavaScript
 * (docs/decisions/023-node-24.md); most often that is between two timers.
 */
async function nativeModuleWorks() {
  const { code } = await run(process.execPath, [
    '-e',
    `const database = new (require('better-sqlite3'))(':memory:');
    let rounds = 0;
    const timer = setInterval(() => {
      for (let i = 0; i < 3000; i += 1) database.prepare('SELECT 1');
      rounds += 1;
      if (rounds === 20) clearInterval(timer);
    }, 1);`,
  ]);
  return code === 0;
}

const NEEDS =
  'It needs the npm registry and, where no prebuilt better-sqlite3 can be fetched, python3, make and a C++ compiler.';

/** Returns the environment of the install. In it a compiler reads our header before Node's own, which is at fault. */
function environment() {
  if (!process.version.startsWith('v24.')) return process.env;
  const header = join(root, 'scripts/native/node-object-wrap.h');
  return { ...process.env, CXXFLAGS: `${process.env['CXXFLAGS'] ?? ''} -include "${header}"` };
}

/** @param {string[]} args */
async function npm(...args) {
  const { code } = await run('npm', args, { show: true, env: environment() });
  if (code === 0) return;
  throw new Error(
    `npm ${args[0]} failed with code ${code} (its own lines are above). ${NEEDS} Nothing was started; run the same command again.`,
  );
}

/** @param {() => void} onUnpacked all but the native modules can be used from here on */
async function install(onUnpacked) {
  if (isStamped()) return;
  if (!(isInstalledByHand() && (await nativeModuleWorks()))) {
    const since = performance.now();
    console.error('installing what package-lock.json lists …');
    // NODE_ENV=production would skip vite, and nothing could be built.
    await npm('ci', '--include=dev', '--no-audit', '--no-fund', '--ignore-scripts');
    onUnpacked();
    await npm('rebuild', 'better-sqlite3');
    console.error(`installed in ${seconds(since)}`);
  }
  writeFileSync(stampFile, currentStamp());
}

/**
 * Makes node_modules agree with package-lock.json; at once when it does already.
 *
 * @template T
 * @param {() => Promise<T>} meanwhile starts when all packages are there and the native one is still being compiled,
 *   which takes a minute of one core; it must not need a database
 * @returns {Promise<T>} what that came to
 */
export async function installAnd(meanwhile) {
  if (isStamped()) return meanwhile();
  /** @type {Promise<void> | undefined} */
  let installed;
  await new Promise((resolve, reject) => {
    installed = withLock(() => install(() => resolve(undefined)));
    installed.then(resolve, reject);
  });
  const result = meanwhile();
  await Promise.allSettled([installed, result]); // neither goes on alone when the other has failed
  await installed;
  return result;
}

export const ensureInstalled = () => installAnd(async () => {});
