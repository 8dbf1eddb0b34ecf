// @ts-check
// Plain JavaScript, and of Node alone: the npm commands load it before anything is installed.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';

const isFile = process.platform !== 'linux' && process.platform !== 'win32';

/** A name of this machine that one process at a time can listen at. The system frees it when the process ends. */
function addressOf(/** @type {string} */ use, /** @type {string} */ folder) {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // Node 20 pads such a name with zeros, and Node 24 does not: padded, it is the same for both.
  if (process.platform === 'linux') return `\0${use}-${hash}`.padEnd(108, '\0');
  // Not `os.tmpdir()`: cron may have another one.
  return process.platform === 'win32' ? `\\\\.\\pipe\\${use}-${hash}` : `/tmp/${use}-${hash}`;
}

/**
 * Returns whether a process listens there. It may be anybody's, so nothing is read from it.
 *
 * @returns {Promise<boolean>}
 */
function isTaken(/** @type {string} */ address) {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

/**
 * Takes a name for this process, until it ends or closes what is returned. Returns null when another process has it.
 *
 * @param {string} use
 * @param {string} folder
 */
export async function takeName(use, folder) {
  const address = addressOf(use, folder);
  const server = createServer((socket) => socket.on('error', () => {}).destroy());
  try {
    await once(server.listen(address), 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    // Where the name is a file, a killed process has left it. Another user's cannot be removed.
    if (isFile && !(await isTaken(address))) await rm(address, { force: true }).catch(() => {});
    return null;
  }
  return server.on('error', () => {}).unref();
}

/** Makes this process one that {@link hasServer} finds, once no other has the name. @param {string} folder the one of its code */
export async function announceServer(folder) {
  // A server that may not listen there runs all the same.
  if (await takeName('server', folder).catch(() => null)) return;
  setTimeout(() => announceServer(folder), 1_000).unref();
}

/** Returns whether a server runs from this folder. @param {string} folder */
export const hasServer = (folder) => isTaken(addressOf('server', folder));
