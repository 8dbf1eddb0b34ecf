import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, root, run } from '../steps/run.mjs';

/**
 * Renders all documents of the site with the code of a commit and with that of this folder, and prints those that
 * differ, and where both versions of the first one are. Returns whether none differs.
 */
export async function compare(commit: string): Promise<boolean> {
  const before = mkdtempSync(join(tmpdir(), 'words-'));
  try {
    await succeed('git', ['archive', '--output', join(before, '.tar'), commit]);
    await succeed('tar', ['-xf', join(before, '.tar'), '-C', before]);
    symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'));
    const [was, is] = await Promise.all([hashesOf(before), hashesOf(root)]);
    const labels = [...new Set([...was.keys(), ...is.keys()])];
    const different = labels.filter((label) => was.get(label) !== is.get(label));
    for (const label of different) console.log(`differs: ${label}`);
    const [first] = different;
    if (first) {
      const files = await Promise.all([render(before, first), render(root, first)]);
      console.log(`the first of them: diff ${files.join(' ')}`);
    }
    console.log(`${labels.length} documents, ${different.length} of them differ from ${commit}`);
    return different.length === 0;
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
}

/** Returns the hash of each document by its label. */
async function hashesOf(folder: string): Promise<Map<string, string>> {
  const file = await render(folder);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  rmSync(join(file, '..'), { recursive: true });
  return new Map(lines.map((line) => [line.slice(65), line.slice(0, 64)]));
}

/** Returns the file with the hashes of all documents, or with the one document that has this label. */
async function render(folder: string, ...label: string[]): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'words-')), 'documents');
  const script = join(import.meta.dirname, 'documents.ts');
  const [node, args] = bin('tsx/dist/cli.mjs', script, folder, file, ...label);
  await succeed(node, args);
  return file;
}

async function succeed(command: string, args: string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await run(command, args, { env });
  if (code !== 0) throw new Error(output);
}
