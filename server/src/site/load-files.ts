import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { createResource, type Resource } from './resource.ts';

/** For the server alone: what the build says of itself. */
const PRIVATE = new Set(['/manifest.json', '/kept.json', '/.vite/license.md']);

/**
 * Reads a folder into memory, keyed by path on the site. The build writes compressed copies (`.br`,
 * `.gz`) of the files that get smaller.
 */
export async function loadFiles(folder: string): Promise<Map<string, Resource>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Uint8Array>();
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile()) return;
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      files.set(path, await readFile(file));
    }),
  );
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
