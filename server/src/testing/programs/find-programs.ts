import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { chromium } from '@playwright/test';

type Environment = NodeJS.ProcessEnv;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of the first of these programs that can be run.
 *
 * @param names paths, or names to look for on the PATH
 */
function findExecutable(names: readonly string[], env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable);
}

/** Returns the nginx to test with: the one that NGINX names, else the system's, whose folder is rarely on the PATH. */
export const findNginx = (env: Environment = process.env) =>
  findExecutable(
    env['NGINX'] ? [env['NGINX']] : ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx'],
    env,
  );

/** Returns the Caddy to test with: the one that CADDY names, else the system's. */
export const findCaddy = (env: Environment = process.env) =>
  findExecutable(env['CADDY'] ? [env['CADDY']] : ['caddy'], env);

/** Returns the Firefox to test with: the one that FIREFOX names, else the system's. */
export const findFirefox = (env: Environment = process.env) =>
  findExecutable(env['FIREFOX'] ? [env['FIREFOX']] : ['firefox-esr', 'firefox'], env);

/** Returns the system's WebKitGTK and the X server that displays it, when both are complete. */
export function findWebKit(env: Environment = process.env) {
  const driver = findExecutable(['WebKitWebDriver'], env);
  const miniBrowser = findExecutable(miniBrowsers(), env);
  const xvfb = findExecutable(['Xvfb'], env);
  return driver && miniBrowser && xvfb ? { driver, miniBrowser, xvfb } : undefined;
}

/** Where distributions put the files of a library; some add a folder per architecture. */
const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/libexec'];

/** Returns the browsers that come with WebKitGTK's library. */
const miniBrowsers = () =>
  LIBRARY_FOLDERS.flatMap((folder) => [folder, ...foldersIn(folder)])
    .flatMap((folder) => foldersIn(folder).filter((path) => /\/webkit2?gtk-[\d.]+$/.test(path)))
    .map((folder) => join(folder, 'MiniBrowser'));

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

const systemChromiums = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** Returns the explicit choice without checking it: if the file does not exist, the tests fail and say so. */
const chosenChromium = (env: Environment) =>
  env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] ?? env['CHROME_PATH'];

/**
 * Returns the Chromium for the browser tests: the one named in the environment, else Playwright's own download (the
 * build it was tested with), else the system's.
 */
export const findChromium = (
  env: Environment = process.env,
  isUsable = isExecutable,
): string | undefined =>
  chosenChromium(env) ?? [chromium.executablePath(), ...systemChromiums].find(isUsable);

/**
 * Returns the Chromium that Playwright drives: the headless shell if there is one, which is also Playwright's default.
 * A page costs it less than half the CPU time of the whole browser. It has no back-forward cache. Undefined lets
 * Playwright use its own.
 */
export function findHeadlessShell(
  env: Environment = process.env,
  isUsable = isExecutable,
): string | undefined {
  if (!chosenChromium(env) && isUsable(chromium.executablePath())) return undefined;
  const shells = ['/usr/bin/chromium-headless-shell', ...systemChromiums];
  return chosenChromium(env) ?? shells.find(isUsable);
}

/** Returns the file of a font with the letters of a language. Without fontconfig's own list it finds none. */
export const findFont = (language: string, env: Environment = process.env): string | undefined =>
  spawnSync('fc-list', [`:lang=${language}`, 'file'], { env, encoding: 'utf8' })
    .stdout?.split(':')
    .find(Boolean);
