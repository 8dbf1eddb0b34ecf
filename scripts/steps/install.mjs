// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseBesideServer, withLock } from './lock.mjs';
import { root, run, seconds } from './run.mjs';

// Messages go to stderr: stdout belongs to the command that runs next.

/** Says which build of the native module has been found to work. */
const stampFile = join(root, 'node_modules/.install-stamp');
const lockFile = join(root, 'package-lock.json');
/** npm writes this file at the end of an install, so it is missing after an interrupted one. */
const installedFile = join(root, 'node_modules/.package-lock.json');

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} Package */
/** @typedef {Record<string, Package>} Packages as a lock file has them */

/**
 * Returns whether every wanted package is installed in its exact version. An optional package may be missing: it may be
 * for another platform.
 */
export function hasAll(/** @type {Packages} */ wanted, /** @type {Packages} */ have) {
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (have[path] ? have[path].version === version : optional === true),
  );
}

/** @returns {Packages} */
const packagesIn = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Returns whether the packages that the server needs are installed, and the development packages if `withDev`. True also
 * when someone ran `npm install` by hand.
 */
export function isInstalled(withDev = false) {
  if (!existsSync(installedFile)) return false;
  const wanted = Object.entries(packagesIn(lockFile)).filter(
    ([, { dev, devOptional }]) => withDev || !(dev || devOptional),
  );
  return hasAll(Object.fromEntries(wanted), packagesIn(installedFile));
}

/** Returns the version of the native module and the Node that it was built for. */
function nativeBuild() {
  const { version } = packagesIn(installedFile)['node_modules/better-sqlite3'] ?? {};
  return [version, process.versions.modules, process.platform, process.arch].join(' ');
}

function markWorking() {
  try {
    writeFileSync(stampFile, nativeBuild());
  } catch {
    // In a folder that cannot be written to, each start tries the module again.
  }
}

/** Returns whether these packages are installed and work. @param {boolean} [withDev] */
export async function isReady(withDev) {
  if (!isInstalled(withDev)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === nativeBuild()) return true;
  const works = await nativeModuleWorks();
  if (works) markWorking();
  return works;
}

/**
 * Returns whether the only native module works, by using it. Another Node version cannot load it. When it was built by
 * hand with Node's own headers of 24.19 or later, it aborts the process if statements are collected outside any
 * JavaScript (docs/decisions/023-node-24.md), most often between two timers.
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

/** Returns the packages whose install scripts may run: they are listed in package.json. Others run nothing. */
function withScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name]);
}

const NEEDS =
  'It needs the npm registry and, where no prebuilt better-sqlite3 can be fetched, python3, make and a C++ compiler.';

/** Returns the environment of the install. It makes the compiler read our header before Node's faulty one. */
function environment() {
  if (!process.version.startsWith('v24.')) return process.env;
  const header = join(root, 'scripts/native/node-object-wrap.h');
  return { ...process.env, CXXFLAGS: `${process.env['CXXFLAGS'] ?? ''} -include "${header}"` };
}

/**
 * Runs npm as one step, and prints a line with its seconds. What npm itself prints is shown if it fails.
 *
 * @param {string} what says what was done
 * @param {string[]} args
 */
async function npm(what, ...args) {
  const since = performance.now();
  const { code, output } = await run('npm', args, { env: environment() });
  if (code === 0) return console.error(`${what} in ${seconds(since)}`);
  throw new Error(
    `${output.trimEnd()}\nnpm ${args[0]} failed with code ${code} (its own lines are above). ${NEEDS} Nothing was started; run the same command again.`,
  );
}

/** @param {() => void} onUnpacked called when everything but the native modules can be used */
async function install(onUnpacked) {
  if (await isReady(true)) return;
  await refuseBesideServer();
  const count = Object.keys(packagesIn(lockFile)).length - 1;
  console.error(`fetching ${count} packages …`);
  // NODE_ENV=production would skip vite, and then nothing could be built.
  const quick = ['--include=dev', '--no-audit', '--no-fund', '--ignore-scripts'];
  await npm('fetched the packages', 'ci', ...quick);
  onUnpacked();
  const native = withScripts();
  console.error(
    `getting ${native.join(' and ')} ready: a minute or two, if they must be compiled …`,
  );
  await Promise.all([
    npm(`got ${native.join(' and ')} ready`, 'rebuild', ...native).then(markWorking),
    npm('wrote the types of the words', 'run', '--silent', 'postinstall'),
  ]);
}

/**
 * Makes node_modules match package-lock.json. Returns at once when it already does.
 *
 * @template T
 * @param {() => Promise<T>} meanwhile starts when all packages are unpacked and the native module is still compiling,
 *   which takes a minute of one core; it must not need a database
 * @returns {Promise<T>} what `meanwhile` resolved to
 */
export async function installAnd(meanwhile) {
  if (await isReady(true)) return meanwhile();
  /** @type {Promise<void> | undefined} */
  let installed;
  await new Promise((resolve, reject) => {
    installed = withLock(() => install(() => resolve(undefined)));
    installed.then(resolve, reject);
  });
  const result = meanwhile();
  await Promise.allSettled([installed, result]); // neither continues alone when the other has failed
  await installed;
  return result;
}

export const ensureInstalled = () => installAnd(async () => {});
