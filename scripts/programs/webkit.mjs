// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable } from './executables.mjs';
import { installFromSystem, lastLine } from './system-packages.mjs';

/** @typedef {{ driver: string, miniBrowser: string, xvfb: string }} WebKitPaths */

export const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];

/** Where distributions put the files of a library; some add a folder per architecture. */
const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/libexec'];

/** Returns the browsers that come with WebKitGTK's library. */
function miniBrowsers() {
  return LIBRARY_FOLDERS.flatMap((folder) => [folder, ...foldersIn(folder)])
    .flatMap((folder) => foldersIn(folder).filter((path) => /\/webkit2?gtk-[\d.]+$/.test(path)))
    .map((folder) => join(folder, 'MiniBrowser'));
}

/** @param {string} folder */
function foldersIn(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Returns the system's WebKitGTK and the X server that displays it, when both are complete.
 *
 * @returns {WebKitPaths | undefined}
 */
export function findWebKit(env = process.env) {
  const driver = findExecutable(['WebKitWebDriver'], env);
  const miniBrowser = findExecutable(miniBrowsers(), env);
  const xvfb = findExecutable(['Xvfb'], env);
  return driver && miniBrowser && xvfb ? { driver, miniBrowser, xvfb } : undefined;
}

/**
 * Finds or installs a WebKit to test with, within a time limit.
 *
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function ensureWebKit() {
  const found = findWebKit();
  if (found) return { path: found.miniBrowser };
  const system = await installFromSystem(...WEBKIT_PACKAGES);
  const installed = findWebKit();
  if (installed) return { path: installed.miniBrowser };
  return {
    problem: `No WebKit to test with. The system's packages: ${lastLine(system)}. Install webkit2gtk-driver and xvfb, and run npm test again.`,
  };
}
