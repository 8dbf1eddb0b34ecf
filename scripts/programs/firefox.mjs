// @ts-check

import { run } from '../steps/run.mjs';
import { findExecutable } from './executables.mjs';
import { installFromSystem, lastLine } from './system-packages.mjs';

export const FIREFOX_PACKAGES = ['firefox-esr'];

/** Returns the Firefox to test with: the one that FIREFOX names, else the system's. */
export const findFirefox = (env = process.env) =>
  findExecutable(env['FIREFOX'] ? [env['FIREFOX']] : ['firefox-esr', 'firefox'], env);

async function workingFirefox() {
  const path = findFirefox();
  if (!path) return undefined;
  return (await run(path, ['--version'], { timeoutMs: 30_000 })).code === 0 ? path : undefined;
}

/**
 * Finds or installs a Firefox to test with, within a time limit.
 *
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function ensureFirefox() {
  const found = await workingFirefox();
  if (found) return { path: found };
  const named = process.env['FIREFOX'];
  if (named) return { problem: `The Firefox that the environment names does not start: ${named}` };
  const system = await installFromSystem(...FIREFOX_PACKAGES);
  const path = await workingFirefox();
  if (path) return { path };
  return {
    problem: `No Firefox to test with. The system's package: ${lastLine(system)}. Install firefox-esr, or set FIREFOX to its executable, and run npm test again.`,
  };
}
