// @ts-check
// npm start. Another name (`growth`) runs that entry of the server's build instead. The line in package.json that starts
// this imports the build directly where there are no sources: this file is then missing.
import { existsSync } from 'node:fs';
import { beginCommand } from './steps/node-version.mjs';

const [, entry = ''] = process.argv;
// The other entries have a help of their own.
beginCommand(
  entry === 'main' &&
    `npm start

Installs and builds what changed, then starts the site. docs/operations.md lists the settings, which are variables of the
environment or lines of .env.`,
);
// Imported only now: these modules use syntax that an old Node may not know.
const { fail, root, seconds } = await import('./steps/run.mjs');
const { isInstalled } = await import('./steps/install.mjs');
const { hasServer } = await import('../server/src/edge/node/served-folder.mjs');
const { provideBuild, stale } = await import('./build.mjs');

/**
 * Returns whether a command can use the build and the packages as they are: they fit the sources, or a server runs on
 * them. A nightly backup neither installs nor builds, and goes on after a `git pull`.
 */
async function canUseBuild() {
  if (isInstalled() && stale().length === 0) return true;
  const isServed = await hasServer(root);
  if (isServed)
    console.error('A server runs from here: its build is used, although the sources differ.');
  return isServed;
}

process.chdir(root);
const since = performance.now();
const isNew = (entry === 'main' || !(await canUseBuild())) && (await provideBuild().catch(fail));
const prepared = performance.now();
const file = new URL(`../dist/server/${entry}.js`, import.meta.url);
if (!existsSync(file))
  fail(new Error(`The build has no command ${entry}; see the scripts of package.json.`));
// In this process, so that the entry gets the signals and arguments and sets the exit code.
await import(file.href);
if (entry === 'main' && isNew)
  console.error(`started in ${seconds(prepared)}, ${seconds(since)} after npm start`);
