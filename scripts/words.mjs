// @ts-check
// npm run words -- check | types | compare COMMIT: the words of the site, by language.
import { spawn } from 'node:child_process';
import { beginCommand } from './steps/node-version.mjs';

beginCommand(`npm run words -- check | types | compare COMMIT

check            names each mistake in the catalogs, as npm run check does
types            renews placeholders.ts after a change of English placeholders
compare COMMIT   renders all pages, mails and dialogs before and after, and compares them`);
const { bin, fail, root } = await import('./steps/run.mjs');
const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);

const [node, args] = bin('tsx/dist/cli.mjs', 'scripts/words/main.ts', ...process.argv.slice(2));
spawn(node, args, { cwd: root, stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1));
