// @ts-check
import { spawn } from 'node:child_process';
import { beginInstalled } from './steps/node-version.mjs';

await beginInstalled(`npm run dev

Starts the server with hot reloading, on data/dev.db. PORT and HOST work as with npm start.`);
const { bin } = await import('./steps/run.mjs');
// tsx restarts it when a file of the server changes. Vite handles the client's changes.
const [node, args] = bin('tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'scripts/dev.ts');
const child = spawn(node, args, { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('close', (code) => process.exit(code ?? 0));
