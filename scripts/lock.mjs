// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';

const file = join(root, 'dist/.lock');

/** The process that holds the lock, or null when there is none or it has died. */
function holder() {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid === 0) return 0; // created and not yet written
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? -1 : null;
  }
}

function take() {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Lets one process at a time install or build in this folder: two `npm start` at once would
 * otherwise both empty node_modules. A lock left by a process that died is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
export async function withLock(work) {
  for (let waited = 0; !take(); waited += 200) {
    if (waited === 1_000) console.error('waiting for another install or build in this folder …');
    const pid = holder();
    if (pid === null || (pid === 0 && waited > 2_000)) rmSync(file, { force: true });
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
