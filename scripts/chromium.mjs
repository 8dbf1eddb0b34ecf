// @ts-check
import { accessSync, constants } from 'node:fs';
import { chromium } from '@playwright/test';
import { bin, run } from './run.mjs';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

function usable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** An explicit choice is not second-guessed: where it does not exist, the tests fail and say so. */
const chosen = (env = process.env) =>
  env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] ?? env['CHROME_PATH'];

/**
 * The Chromium for the browser tests: the one that the environment names, else Playwright's own
 * download (the build that it was tested with), else the system's.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(path: string) => boolean} [isUsable]
 * @returns {string | undefined} a path, or undefined when there is none
 */
export function findChromium(env = process.env, isUsable = usable) {
  return chosen(env) ?? [chromium.executablePath(), ...systemPaths].find(isUsable);
}

/** Exists and starts: a download without the system libraries it needs exists and does not start. */
async function workingChromium() {
  const path = findChromium();
  if (!path) return undefined;
  const { code } = await run(path, ['--version'], { timeoutMs: 30_000 });
  return code === 0 ? path : undefined;
}

/** How to become root without a question, or null. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'], { timeoutMs: 10_000 })).code === 0
    ? ['sudo', '-n']
    : null;
}

async function installFromSystem() {
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
  return (await apt('install', '-y', '--no-install-recommends', 'chromium')).output.trim();
}

/**
 * Makes sure that there is a Chromium; each attempt is bounded in time.
 *
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function ensureChromium() {
  const found = await workingChromium();
  if (found) return { path: found };
  if (chosen())
    return { problem: `The browser that the environment names does not start: ${chosen()}` };

  const [node, args] = bin('@playwright/test/cli.js', 'install', 'chromium');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  const download = await run(node, args, { env, timeoutMs: 240_000 });
  const downloaded = await workingChromium();
  if (downloaded) return { path: downloaded };

  const system = await installFromSystem();
  const installed = await workingChromium();
  if (installed) return { path: installed };
  const last = (/** @type {string} */ output) => output.trim().split('\n').at(-1) ?? '';
  return {
    problem: `No Chromium for the browser tests. Playwright's download: ${last(download.output)}. The system's package: ${last(system)}. Install Chromium or Chrome, or set CHROME_PATH to its executable, and run npm test again.`,
  };
}
