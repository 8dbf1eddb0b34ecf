// @ts-check
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';

/** Longer than an install and a build over a slow connection. */
const PATIENCE_MS = 20 * 60_000;

/** Reads the lock: the id of the process that holds it and a random token; '' when there is no lock. */
function read(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A lock with this process's own id is left by an earlier process: this one does not hold the lock yet. */
function isAlive(/** @type {number} */ pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Creates a file. Returns false when it exists already. */
function create(/** @type {string} */ file, /** @type {string} */ text) {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes over the lock of a dead process. Of several waiting processes only one may. The claim's name contains the token
 * of the dead lock; a process that claims too late finds another token in the lock.
 *
 * @param {string} file
 * @param {string} dead the current content of the lock
 * @param {string} text the new content
 */
function takeOver(file, dead, text) {
  const claim = `${file}.${dead.split(' ')[1]}`;
  if (!create(claim, text)) return false;
  if (read(file) !== dead) {
    rmSync(claim, { force: true });
    return false;
  }
  renameSync(claim, file); // in one step: the lock is never absent, and the claim disappears with it
  return true;
}

/** @param {string} file @param {string} text */
function take(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const held = read(file);
  if (held && !isAlive(Number.parseInt(held, 10))) return takeOver(file, held, text);
  return create(file, text);
}

/**
 * The locks that this process holds, and how many tasks run under each.
 *
 * @type {Map<string, { users: number, release: () => void }>}
 */
const held = new Map();

/** @param {string} file @param {number} patienceMs */
async function acquire(file, patienceMs) {
  const text = `${process.pid} ${crypto.randomUUID()}`;
  for (let waited = 0; !take(file, text); waited += 200) {
    if (waited === 1_000) console.error('waiting for another install or build in this folder …');
    if (waited >= patienceMs) {
      throw new Error(
        `Process ${read(file).split(' ')[0]} has held ${file} for ${patienceMs / 60_000} minutes. If it is no install or build of this folder, remove the files that begin so, and run the same command again.`,
      );
    }
    await sleep(200);
  }
  const remove = () => {
    if (read(file) === text) rmSync(file, { force: true });
  };
  process.once('exit', remove);
  const release = () => {
    held.delete(file);
    process.off('exit', remove);
    remove();
  };
  const lock = { users: 0, release };
  held.set(file, lock);
  return lock;
}

/**
 * Lets one process at a time install or build in this folder: otherwise two concurrent `npm start` would both empty
 * node_modules. Further work of the process that holds the lock joins in: it builds while the install compiles. A lock
 * left by a dead process is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {{ file?: string, patienceMs?: number }} [options] for tests
 */
export async function withLock(
  work,
  { file = join(root, 'dist/.lock'), patienceMs = PATIENCE_MS } = {},
) {
  const lock = held.get(file) ?? (await acquire(file, patienceMs));
  lock.users += 1;
  try {
    return await work();
  } finally {
    lock.users -= 1;
    if (lock.users === 0) lock.release();
  }
}
