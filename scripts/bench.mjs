// @ts-check
// npm run bench [-- NAME … --seconds 3 --rounds 5 --minutes 5 --events 10000000 --beside clickhouse|postgres]: takes minutes and needs a quiet machine, so it is not
// part of npm test.
import { spawn } from 'node:child_process';
import { requireNode } from './steps/node-version.mjs';

requireNode();
const { bin, fail, root } = await import('./steps/run.mjs');
const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt().catch(fail);

const [node, args] = bin('tsx/dist/cli.mjs', 'scripts/bench/main.ts', ...process.argv.slice(2));
const child = spawn(node, args, { cwd: root, stdio: 'inherit' });
child.on('close', (code) => process.exit(code ?? 1));
