// The first module that every command loads. It must parse on an old Node, so that it can say that
// Node is too old.
import { readFileSync } from 'node:fs';

/**
 * Begins a command: prints its help and ends the process if `--help` asks for it, or ends it with one line when this Node
 * is older than `engines` in package.json.
 *
 * @param {string | false} help false for a command that prints it itself
 */
export function beginCommand(help) {
  if (help && (process.argv.includes('--help') || process.argv.includes('-h'))) {
    console.log(help);
    process.exit(0);
  }
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const needed = JSON.parse(manifest).engines.node;
  const { node } = process.versions;
  if (node.localeCompare(needed.replace('>=', ''), 'en', { numeric: true }) >= 0) return;
  console.error(
    `Node ${needed} is needed and this is ${node}: install a newer Node, e.g. from https://nodejs.org`,
  );
  process.exit(1);
}

/**
 * Begins a command that needs the packages, as beginCommand does, and installs them if necessary. It goes to the
 * repository's root, and imports TypeScript from then on. Its modules are imported only now: they use syntax that an old
 * Node may not know.
 *
 * @param {string} help
 */
export async function beginInstalled(help) {
  beginCommand(help);
  const { fail, root } = await import('./run.mjs');
  process.chdir(root);
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled().catch(fail);
  (await import('tsx/esm/api')).register();
}
