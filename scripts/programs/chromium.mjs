// @ts-check
import { accessSync, constants } from 'node:fs';
import { chromium } from '@playwright/test';
import { bin, run } from '../steps/run.mjs';
import { installFromSystem, lastLine } from './system-packages.mjs';

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

/** Returns the explicit choice without checking it: if the file does not exist, the tests fail and say so. */
const chosen = (env = process.env) =>
  env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] ?? env['CHROME_PATH'];

/**
 * Returns the Chromium for the browser tests: the one named in the environment, else Playwright's own download (the
 * build it was tested with), else the system's.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(path: string) => boolean} [isUsable]
 * @returns {string | undefined} a path, or undefined when there is none
 */
export function findChromium(env = process.env, isUsable = usable) {
  return chosen(env) ?? [chromium.executablePath(), ...systemPaths].find(isUsable);
}

/** Debian's. Others may have no package of the shell, so the browser is also installed alone. */
export const CHROMIUM_PACKAGES = ['chromium', 'chromium-headless-shell'];

const systemShell = '/usr/bin/chromium-headless-shell';

/**
 * Returns the Chromium that Playwright drives: the headless shell if there is one, which is also Playwright's default.
 * A page costs it less than half the CPU time of the whole browser. It has no back-forward cache.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(path: string) => boolean} [isUsable]
 * @returns {string | undefined} a path, or undefined to let Playwright take its own
 */
export function findHeadlessShell(env = process.env, isUsable = usable) {
  const isPlaywrights = !chosen(env) && isUsable(chromium.executablePath());
  if (isPlaywrights) return undefined;
  return chosen(env) ?? [systemShell, ...systemPaths].find(isUsable);
}

/**
 * Returns a Chromium that exists and starts. A download without the system libraries it needs exists but does not
 * start.
 */
async function workingChromium() {
  const path = findChromium();
  if (!path) return undefined;
  const { code } = await run(path, ['--version'], { timeoutMs: 30_000 });
  return code === 0 ? path : undefined;
}

/**
 * Finds or installs a Chromium; each attempt has a time limit.
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

  const system = await installFromSystem('chromium');
  const installed = await workingChromium();
  if (installed) return { path: installed };
  return {
    problem: `No Chromium for the browser tests. Playwright's download: ${lastLine(download.output)}. The system's package: ${lastLine(system)}. Install Chromium or Chrome, or set CHROME_PATH to its executable, and run npm test again.`,
  };
}

/** Installs the system's headless shell when the browser is the system's as well; without it the tests take longer. */
export async function preferHeadlessShell() {
  if (systemPaths.includes(findHeadlessShell() ?? ''))
    await installFromSystem('chromium-headless-shell');
}
