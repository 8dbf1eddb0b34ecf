import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Returns seven signs that differ for another build of the pages or of the server. @param code the server's file */
export function buildHash(code: string, manifest: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(manifest))
    .update(readFileSync(code))
    .digest('hex')
    .slice(0, 7);
}
