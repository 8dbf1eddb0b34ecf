// @ts-check
import { run } from './run.mjs';

/** How to become root without a question, or null. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'], { timeoutMs: 10_000 })).code === 0
    ? ['sudo', '-n']
    : null;
}

/**
 * Installs a package of the system where that needs no question; bounded in time. Whether it worked is for the caller
 * to see.
 *
 * @param {string} name
 * @returns {Promise<string>} what there was to say
 */
export async function installFromSystem(name) {
  const prefix = await rootPrefix();
  if (!prefix) return 'not root, and sudo asks for a password';
  if ((await run('apt-get', ['--version'])).code !== 0) return 'there is no apt-get';
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = '', ...rest] = [...prefix, 'apt-get', '-o', 'DPkg::Lock::Timeout=60', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return run(command, rest, { env, timeoutMs: 300_000 });
  };
  const update = await apt('update');
  if (update.code !== 0) return update.output.trim();
  return (await apt('install', '-y', '--no-install-recommends', name)).output.trim();
}

export const lastLine = (/** @type {string} */ output) => output.trim().split('\n').at(-1) ?? '';
