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
  if (
    help &&
    process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')
  ) {
    console.log(help);
    process.exit(0);
  }
  requireNode();
}

function requireNode() {
  const { engines } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const [major, minor] = engines.node.replace('>=', '').split('.').map(Number);
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(
    `Node ${engines.node} is needed and this is ${process.versions.node}: install a newer Node, e.g. from https://nodejs.org`,
  );
  process.exit(1);
}

/**
 * Begins a command that needs the packages, as beginCommand does, and installs them if necessary. It goes to the
 * repository's root. Its modules are imported only now: they use syntax that an old Node may not know.
 *
 * @param {string} help
 */
export async function beginInstalled(help) {
  beginCommand(help);
  const { fail, root } = await import('./run.mjs');
  process.chdir(root);
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled().catch(fail);
}
