// @ts-check
import { run } from '../steps/run.mjs';

/** How to become root without a question, or null. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'], { timeoutMs: 10_000 })).code === 0
    ? ['sudo', '-n']
    : null;
}

/** Where packets go nowhere, a try ends in seconds and not in minutes. */
const APT_OPTIONS = [
  'DPkg::Lock::Timeout=60',
  'Acquire::Retries=1',
  'Acquire::http::Timeout=20',
].flatMap((option) => ['-o', option]);

/**
 * Installs packages of the system where that needs no question; bounded in time. Whether it worked is for the caller
 * to see.
 *
 * @param {string[]} names
 * @returns {Promise<string>} what there was to say
 */
export async function installFromSystem(...names) {
  const prefix = await rootPrefix();
  if (!prefix) return 'not root, and no sudo without a password';
  if ((await run('apt-get', ['--version'])).code !== 0) return 'there is no apt-get';
  const apt = (/** @type {string[]} */ ...args) => {
    // By `env`: sudo takes no variable along.
    const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...APT_OPTIONS];
    const [command = '', ...rest] = [...apt, ...args];
    return run(command, rest, { timeoutMs: 300_000 });
  };
  // One source of many that does not answer fails it: what is known of the others may do.
  await apt('update');
  return (await apt('install', '-y', '--no-install-recommends', ...names)).output.trim();
}

export const lastLine = (/** @type {string} */ output) => output.trim().split('\n').at(-1) ?? '';
