// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { hasServer, takeName } from '../../server/src/edge/node/served-folder.mjs';
import { root } from './run.mjs';

/**
 * The locks that this process holds, and how many tasks run under each.
 *
 * @type {Map<string, { users: number, server: Promise<import('node:net').Server> }>}
 */
const held = new Map();

async function acquire(/** @type {string} */ folder) {
  for (let waited = 0; ; waited += 200) {
    const server = await takeName('install', folder);
    if (server) return server;
    if (waited === 1_000) console.error(`waiting for another install or build in ${folder} …`);
    await sleep(200);
  }
}

/**
 * Lets one process at a time install or build in this folder: otherwise two concurrent `npm start` would both empty
 * node_modules. Further work of the process that holds the lock joins in: it builds while the install compiles.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {{ folder?: string }} [options] for tests
 */
export async function withLock(work, { folder = root } = {}) {
  const lock = held.get(folder) ?? { users: 0, server: acquire(folder) };
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

/** Throws when a server runs from this folder: it reads packages and parts of its build when it needs them. */
export async function refuseBesideServer() {
  if (!(await hasServer(root))) return;
  throw new Error(
    `A server runs from ${root}, so nothing was installed or built there. Stop it and run the same command again, or build the new version in another folder: docs/operations.md, "Upgrade".`,
  );
}
