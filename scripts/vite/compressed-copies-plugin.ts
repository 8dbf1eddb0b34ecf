import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes `.br` and `.gz` beside files that get smaller. The best brotli quality is too slow for each start of the
 * server.
 */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: (_, { mode }) => mode === 'client',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      const files = names.filter((name) => /\.(js|css|svg|txt|xml|webmanifest|ico)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const file = join(dir, name);
          const bytes = await readFile(file);
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}
