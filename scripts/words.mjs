// @ts-check
// npm run words -- check | types | compare COMMIT: the words of the site, by language.
import { spawn } from 'node:child_process';
import { requireNode } from './steps/node-version.mjs';

requireNode();
const { bin, fail, root } = await import('./steps/run.mjs');
const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);

const [node, args] = bin('tsx/dist/cli.mjs', 'scripts/words/main.ts', ...process.argv.slice(2));
spawn(node, args, { cwd: root, stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1));
