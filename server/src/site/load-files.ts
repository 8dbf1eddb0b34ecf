import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { createResource, type Resource } from './resource.ts';

/** For the server alone: what the build says of itself. */
const PRIVATE = new Set([
  '/manifest.json',
  '/kept.json',
  '/.vite/license.md',
  '/social/brand.json',
]);

/**
 * Reads a folder into memory, keyed by path on the site. The build writes compressed copies (`.br`,
 * `.gz`) of the files that get smaller. One file at a time: thousands at once leave 40 MB that the process never
 * gives back.
 */
export function loadFiles(folder: string): Map<string, Resource> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file));
  }
  const resources = new Map<string, Resource>();
  for (const [path, identity] of files) {
    if (PRIVATE.has(path) || isCompressedCopy(path, files)) continue;
    resources.set(
      path,
      createResource({
        type: getMimeType(path) ?? 'application/octet-stream',
        cacheControl: path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable' // their names contain a hash of their content
          : 'no-cache',
        vary: 'Accept-Encoding',
        embeddable: path.startsWith('/social/'),
        identity,
        br: files.get(`${path}.br`),
        gzip: files.get(`${path}.gz`),
      }),
    );
  }
  return resources;
}

const isCompressedCopy = (path: string, files: ReadonlyMap<string, unknown>) =>
  /\.(br|gz)$/.test(path) && files.has(path.replace(/\.(br|gz)$/, ''));
