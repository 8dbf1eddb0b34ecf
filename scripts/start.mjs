// @ts-check
// npm start. Another name (`growth`) runs that entry of the server's build instead.
import { beginCommand } from './steps/node-version.mjs';

const [entry = 'main'] = process.argv.splice(2, 1);
// The other entries have a help of their own.
beginCommand(
  entry === 'main' &&
    `npm start

Installs and builds what changed, then starts the site. docs/operations.md lists the settings, which are variables of the
environment or lines of .env.`,
);
// Imported only now: these modules use syntax that an old Node may not know.
const { fail, root } = await import('./steps/run.mjs');
const { installAnd } = await import('./steps/install.mjs');
const { ensureBuilt } = await import('./build.mjs');

process.chdir(root);
await installAnd(ensureBuilt).catch(fail);
// In this process, so that the entry gets the signals and arguments and sets the exit code.
await import(new URL(`../dist/server/${entry}.js`, import.meta.url).href);
