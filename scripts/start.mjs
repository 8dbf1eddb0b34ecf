// @ts-check
// npm start, and with another name (`growth`) that entry of the server's build.
import { requireNode } from './steps/node-version.mjs';

requireNode();
// Only now: these modules use what an old Node may not know.
const { fail, root } = await import('./steps/run.mjs');
const { installAnd } = await import('./steps/install.mjs');
const { ensureBuilt } = await import('./build.mjs');

const [entry = 'main'] = process.argv.splice(2, 1);
process.chdir(root);
await installAnd(ensureBuilt).catch(fail);
// In this process, so that signals, arguments and the exit code are the entry's own.
await import(new URL(`../dist/server/${entry}.js`, import.meta.url).href);
