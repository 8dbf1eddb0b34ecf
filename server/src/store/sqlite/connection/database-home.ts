import { statSync } from 'node:fs';

/** Returns what tells a file from a copy of it, and from one that was restored. Moving it changes nothing. */
export function homeOf(file: string): string {
  const { ino, birthtimeMs } = statSync(file, { bigint: true });
  return `${ino}-${birthtimeMs}`;
}
