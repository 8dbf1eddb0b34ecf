import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';

export interface ProgramVersion {
  /** As in package.json, such as `1.0.0`. */
  version: string;
  /** The commit of the build's sources, with `-dirty` if they differed from it. Null if the build had no Git. */
  commit: string | null;
}

/** Returns the version of the build. Sources that run without one have the version of package.json, and no commit. */
export function readProgramVersion(root = findProjectRoot()): ProgramVersion {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  if (existsSync(join(root, 'dist/version.json'))) return read('dist/version.json');
  return { version: read('package.json').version, commit: null };
}

/** Returns what people read: `1.0.0, commit 0123456789ab`. */
export const describeVersion = ({ version, commit } = readProgramVersion()): string =>
  `${version}, ${commit === null ? 'built without Git' : `commit ${commit}`}`;
