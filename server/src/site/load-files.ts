import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { createResource, type Resource } from './resource.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Never served: only the server reads these records of the build. */
const PRIVATE = new Set(['/manifest.json', '/kept.json']);

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
        type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
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
