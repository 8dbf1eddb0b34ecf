// The first module that every command loads: it must parse on an old Node to say that it is old.
import { readFileSync } from 'node:fs';

/** Ends the process with one line when this Node is older than package.json's `engines`. */
export function requireNode() {
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
