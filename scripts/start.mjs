// @ts-check
// npm start. Another name (`growth`) runs that entry of the server's build instead.
import { requireNode } from './steps/node-version.mjs';

requireNode();
// Imported only now: these modules use syntax that an old Node may not know.
const { fail, root } = await import('./steps/run.mjs');
const { installAnd } = await import('./steps/install.mjs');
const { ensureBuilt } = await import('./build.mjs');

const [entry = 'main'] = process.argv.splice(2, 1);
process.chdir(root);
await installAnd(ensureBuilt).catch(fail);
// In this process, so that the entry gets the signals and arguments and sets the exit code.
await import(new URL(`../dist/server/${entry}.js`, import.meta.url).href);
