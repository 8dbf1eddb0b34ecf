import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, RenderModule } from '#shared/page';
import { StartError } from '../lib/start-error.ts';
import { loadFiles } from './load-files.ts';

/** Returns the output of the client's two builds in `dist/`. @throws StartError when the site has not been built. */
export async function loadBuild(folder: string) {
  try {
    const [render, manifest, files] = await Promise.all([
      import(pathToFileURL(join(folder, 'ssr/entry-server.js')).href) as Promise<RenderModule>,
      readFile(join(folder, 'client/manifest.json'), 'utf8'),
      loadFiles(join(folder, 'client')),
    ]);
    return { render, manifest: JSON.parse(manifest) as Manifest, files };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ENOENT' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(
      `${folder} holds no finished build of the site; run npm run build, or npm start, which builds first`,
    );
  }
}
