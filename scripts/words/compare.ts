import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, root, run } from '../steps/run.mjs';

/**
 * Renders all documents of the site with the code of a commit and with that of this folder, and prints the names of those
 * that differ. Returns whether none differs. If some do, all documents stay, for `git diff --no-index`.
 */
export async function compare(commit: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  const create = (name: string) => mkdtempSync(join(folder, name));
  const [code, before, after] = [create('code-'), create('before-'), create('after-')];
  try {
    await succeed('git', ['archive', '--output', join(code, '.tar'), commit]);
    await succeed('tar', ['-xf', join(code, '.tar'), '-C', code]);
    symlinkSync(join(root, 'node_modules'), join(code, 'node_modules'));
    await Promise.all([render(code, before), render(root, after)]);
  } finally {
    rmSync(code, { recursive: true, force: true });
  }
  const { output } = await run('git', ['diff', '--no-index', '--name-only', before, after]);
  const different = output.split('\n').filter(Boolean);
  for (const file of different) console.log(`differs: ${file}`);
  const total = readdirSync(after).length;
  console.log(`${total} documents, ${different.length} of them differ from ${commit}`);
  if (different.length > 0) console.log(`see git diff --no-index --word-diff ${before} ${after}`);
  else rmSync(folder, { recursive: true });
  return different.length === 0;
}

/** Writes all documents of the site with this code into a folder. */
function render(code: string, documents: string): Promise<void> {
  const script = join(import.meta.dirname, 'documents.ts');
  return succeed(...bin('tsx/dist/cli.mjs', script, code, documents));
}

async function succeed(command: string, args: string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await run(command, args, { env });
  if (code !== 0) throw new Error(output);
}
