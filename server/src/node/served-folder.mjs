// @ts-check
// Plain JavaScript, and of Node alone: the npm commands load it before anything is installed.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const isFile = process.platform !== 'linux' && process.platform !== 'win32';

/** A name of this machine that one process at a time can listen at. The system frees it when the process ends. */
function addressOf(/** @type {string} */ use, /** @type {string} */ folder) {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // Node 20 pads such a name with zeros, and Node 24 does not: padded, it is the same for both.
  if (process.platform === 'linux') return `\0${use}-${hash}`.padEnd(108, '\0');
  // Not the temporary folder, which is another one for cron.
  return process.platform === 'win32' ? `\\\\.\\pipe\\${use}-${hash}` : `/tmp/${use}-${hash}`;
}

/**
 * Takes a name for this process, until it ends or closes what is returned. Returns null when another process has it.
 *
 * @param {string} use
 * @param {string} folder
 */
export async function takeName(use, folder) {
  const address = addressOf(use, folder);
  try {
    const server = createServer((socket) => socket.end(`${process.pid}`)).listen(address);
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

/** Several servers may run from one folder, each with a name of its own. Of more, at least one is found nearly always. */
const SERVERS = Array.from({ length: 16 }, (_, number) => `server-${number}`);

/** Makes this process one that {@link findServer} finds. @param {string} folder the one of its code */
export async function announceServer(folder) {
  for (const name of SERVERS) if (await takeName(name, folder)) return;
}

/** Returns what to call a server that runs from this folder, or null. @param {string} folder */
export async function findServer(folder) {
  const found = await Promise.all(SERVERS.map((name) => ask(addressOf(name, folder))));
  return found.find((server) => server !== null) ?? null;
}

/** @returns {Promise<string | null>} */
function ask(/** @type {string} */ address) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let found = null;
    const socket = connect(address, () => {
      found = 'A server'; // too busy to say more, perhaps
    });
    socket.on('data', (pid) => {
      found = `A server (process ${pid})`;
    });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('error', () => {}).on('close', () => resolve(found));
  });
}
