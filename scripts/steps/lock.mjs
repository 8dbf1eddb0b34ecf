// @ts-check
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';

/** Longer than an install and a build over a slow connection. */
const PATIENCE_MS = 20 * 60_000;

/** A name of this machine that one process at a time can listen at. The system frees it when the process ends. */
function addressOf(/** @type {string} */ folder) {
  const name = `install-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

const isFile = process.platform !== 'linux' && process.platform !== 'win32';

/** Returns the lock, or null when another process has it. */
async function take(/** @type {string} */ address) {
  try {
    const server = createServer().listen(address);
    await once(server, 'listening');
    return server.unref();
  } catch {
    if (!isFile) return null;
    // Where the name is a file, a process that was killed has left it.
    const socket = connect(address, () => socket.destroy()).on('error', ({ message }) => {
      if (message.includes('ECONNREFUSED')) rmSync(address, { force: true });
    });
    return null;
  }
}

/**
 * The locks that this process holds, and how many tasks run under each.
 *
 * @type {Map<string, { users: number, server: Promise<import('node:net').Server> }>}
 */
const held = new Map();

/** @param {string} folder @param {number} patienceMs */
async function acquire(folder, patienceMs) {
  const address = addressOf(folder);
  for (let waited = 0; ; waited += 200) {
    const server = await take(address);
    if (server) return server;
    if (waited === 1_000) console.error('waiting for another install or build in this folder …');
    if (waited >= patienceMs) {
      throw new Error(
        `Another process has installed or built in ${folder} for ${patienceMs / 60_000} minutes. End it and run the same command again.`,
      );
    }
    await sleep(200);
  }
}

/**
 * Lets one process at a time install or build in this folder: otherwise two concurrent `npm start` would both empty
 * node_modules. Further work of the process that holds the lock joins in: it builds while the install compiles.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {{ folder?: string, patienceMs?: number }} [options] for tests
 */
export async function withLock(work, { folder = root, patienceMs = PATIENCE_MS } = {}) {
  const lock = held.get(folder) ?? { users: 0, server: acquire(folder, patienceMs) };
  held.set(folder, lock);
  lock.users += 1;
  try {
    await lock.server;
    return await work();
  } finally {
    lock.users -= 1;
    if (lock.users === 0) {
      held.delete(folder);
      lock.server.then(
        (server) => server.close(),
        () => {},
      );
    }
  }
}
