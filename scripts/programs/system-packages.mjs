// @ts-check
import { run } from '../steps/run.mjs';

/** Returns the command that runs another as root without a prompt, or null. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'], { timeoutMs: 10_000 })).code === 0
    ? ['sudo', '-n']
    : null;
}

/** Where the network drops packets, an attempt ends in seconds instead of minutes. */
const APT_OPTIONS = [
  'DPkg::Lock::Timeout=60',
  'Acquire::Retries=1',
  'Acquire::http::Timeout=20',
].flatMap((option) => ['-o', option]);

/**
 * Installs system packages where that needs no prompt, within five minutes each. The caller checks whether it worked.
 *
 * @param {string[]} names
 * @returns {Promise<string>} the messages of the installer
 */
export async function installFromSystem(...names) {
  const prefix = await rootPrefix();
  if (!prefix) return 'not root, and no sudo without a password';
  if ((await run('apt-get', ['--version'])).code !== 0) return 'there is no apt-get';
  const apt = (/** @type {string[]} */ ...args) => {
    // Set by `env`, because sudo passes no variables on.
    const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...APT_OPTIONS];
    const [command = '', ...rest] = [...apt, ...args];
    return run(command, rest, { timeoutMs: 300_000 * names.length });
  };
  // One unreachable source fails the whole update, but the lists of the others may suffice.
  await apt('update');
  return (await apt('install', '-y', '--no-install-recommends', ...names)).output.trim();
}

export const lastLine = (/** @type {string} */ output) => output.trim().split('\n').at(-1) ?? '';
