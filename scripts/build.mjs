// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installAnd, isReady } from './steps/install.mjs';
import { keepAssets } from './steps/keep-assets.mjs';
import { refuseBesideServer, withLock } from './steps/lock.mjs';
import { beginCommand } from './steps/node-version.mjs';
import { bin, fail, root, run, seconds } from './steps/run.mjs';

/** The sources of each build; scripts/vite/builds.ts has the same three builds. */
const targets = /** @type {const} */ ({
  client: ['client', 'shared/src', 'scripts/images', 'scripts/vite'],
  ssr: ['client', 'shared/src', 'scripts/vite'],
  server: ['server', 'shared/src', 'scripts/vite'],
});
const common = ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

/** @typedef {keyof typeof targets} Target */

const stampFile = (/** @type {Target} */ target, project = root) =>
  join(project, `dist/${target}.stamp`);

/** Hashes the path and content of every file that can change the build's output: neither tests nor generated types. */
export function inputsHash(/** @type {Target} */ target, project = root) {
  const hash = createHash('sha256');
  const files = targets[target].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/(\.test|-placeholders)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), ...common.map((name) => join(project, name))]) {
    const content = readFileSync(file);
    hash.update(`${relative(project, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function isBuilt(/** @type {Target} */ target, project = root) {
  const stamp = stampFile(target, project);
  return (
    existsSync(join(project, 'dist', target)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === inputsHash(target, project)
  );
}

/**
 * Builds into a new folder and swaps it in by rename. The stamp is deleted first and written last, so that an
 * interruption leaves either a correct stamp or none.
 */
async function buildTarget(/** @type {Target} */ target) {
  const since = performance.now();
  const inputs = inputsHash(target); // before the build: an edit made meanwhile must count as a change
  const fresh = join(root, `dist/.${target}-new`);
  const old = join(root, `dist/.${target}-old`);
  const options = ['--mode', target, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const [node, args] = bin('vite/bin/vite.js', 'build', ...options);
  const { code, output } = await run(node, args, {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(
      `${output}\nThe ${target} build failed (its own lines are above); its previous build, if any, is still in dist/${target}.`,
    );
  }
  const current = join(root, 'dist', target);
  // An interruption between the two renames below leaves the previous build under the other name.
  if (target === 'client') keepAssets(fresh, existsSync(current) ? current : old, Date.now());
  rmSync(stampFile(target), { force: true });
  rmSync(old, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, old);
  renameSync(fresh, current);
  writeFileSync(stampFile(target), inputs);
  rmSync(old, { recursive: true, force: true });
  if (output.trim()) console.error(output.trim());
  console.error(`built ${target} in ${seconds(since)}`);
}

/**
 * Says in the build which version and commit it is of: a copy of `dist` has no Git. GIT_COMMIT names the commit where the
 * sources have none, as in the image.
 */
async function writeVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const text = JSON.stringify({ version, commit: await commitOf() });
  writeFileSync(join(root, 'dist/version.json'), `${text}\n`);
}

/** @returns {Promise<string | null>} such as `0123456789ab`, with `-dirty` for sources that differ from it */
async function commitOf() {
  const given = process.env['GIT_COMMIT'];
  if (given) return given.slice(0, 12);
  // Without this, a copy of the sources would have the commit of a repository around it.
  if (!existsSync(join(root, '.git'))) return null;
  const options = ['--always', '--dirty', '--abbrev=12', '--exclude', '*'];
  const { code, output } = await run('git', ['describe', ...options]);
  return code === 0 ? output.trim() : null;
}

/**
 * Returns those of the named targets, or of all, that have no build, or one of older sources.
 *
 * @param {readonly string[]} [names]
 * @param {string} [project] the folder of package.json
 */
export const stale = (names = Object.keys(targets), project = root) =>
  /** @type {Target[]} */ (Object.keys(targets)).filter(
    (target) => names.includes(target) && !isBuilt(target, project),
  );

/**
 * Rebuilds what changed since the last build, in parallel. Rejects when one build fails, or when a server runs from this
 * folder.
 *
 * @param {readonly string[]} [names] targets; all of them by default
 */
export async function ensureBuilt(names) {
  if (stale(names).length === 0) return;
  await withLock(async () => {
    const staleOnes = stale(names);
    if (staleOnes.length === 0) return;
    await refuseBesideServer();
    console.error(`building ${staleOnes.join(', ')} …`);
    // All of them end before the lock does.
    const built = await Promise.allSettled(staleOnes.map((target) => buildTarget(target)));
    for (const one of built) if (one.status === 'rejected') throw one.reason;
    await writeVersion();
  });
}

/**
 * Installs and builds what is missing. Development packages are needed for a build only: where the build fits the sources,
 * none are installed.
 *
 * @param {readonly string[]} [names] as of {@link ensureBuilt}
 * @returns {Promise<boolean>} whether anything was missing
 */
export async function provideBuild(names) {
  if (stale(names).length === 0 && (await isReady())) return false;
  await installAnd(() => ensureBuilt(names));
  return true;
}

if (process.argv[1] === import.meta.filename) {
  beginCommand(`npm run build [-- client ssr server]

Builds what changed since the last build: all of it, or the named parts.`);
  process.chdir(root);
  const [, , ...names] = process.argv;
  await provideBuild(names.length > 0 ? names : undefined).catch(fail);
}
