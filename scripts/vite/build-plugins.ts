import { readdirSync, readFileSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { fallbackFaces } from '../../client/src/styles/fallback-faces.ts';

/**
 * Writes `.br` and `.gz` beside files that get smaller. The best brotli quality is too slow for each start of the
 * server.
 */
export const compressedCopies = (): Plugin => ({
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
});

/**
 * Gives the console its own copy of the check of `utm_*` values. As a file of its own, which analytics would share, the
 * check would cost visitors a further request and more bytes: the size budget of analytics fails then.
 */
export const consoleCopy = (): Plugin => ({
  name: 'console-copy',
  apply: (_, { mode }) => mode === 'client',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '#shared/text' || !importer?.includes('/client/src/console/')) return null;
    const module = await this.resolve(source, importer, { skipSelf: true });
    return module && `${module.id}?console`;
  },
});

/** Adds the fallbacks of the fonts to the styles of all pages. */
export const fontFallbacks = (): Plugin => ({
  name: 'font-fallbacks',
  enforce: 'pre',
  transform: (css, id) => (id.endsWith('/styles/index.css') ? css + fallbackFaces : null),
});

/** Copies the migrations of both stores into the build of the server: beside the code that reads them. */
export const migrationsBesideTheServer = (): Plugin => ({
  name: 'migrations-beside-the-server',
  apply: (_, { mode }) => mode === 'server',
  async writeBundle({ dir = '' }) {
    for (const [store, folder] of Object.entries({ sqlite: '.', postgres: 'postgres' })) {
      const from = `server/src/store/${store}/connection/migrations`;
      await cp(from, join(dir, folder, 'migrations'), { recursive: true });
    }
  },
});

/**
 * Puts the names of classes where they are used: the bundler writes each constant of `import * as styles` in place. The default
 * export would be a table of all names in every page. The second plugin keeps the styles of a module whose names are all written.
 */
export const classNames = (): Plugin[] => [
  {
    name: 'class-names',
    apply: (_, { mode }) => mode === 'client',
    enforce: 'pre',
    transform(code, id) {
      // Code that computes a name needs the table.
      if (!/\/client\/src\/(site|ui)\/.*\.tsx$/.test(id) || /\bstyles\[(?!')/.test(code))
        return null;
      return code.replace(/^import (\w+)(?= from '.*\.module\.css';)/gm, 'import * as $1');
    },
  },
  {
    name: 'class-names-keep-styles',
    apply: (_, { mode }) => mode === 'client',
    enforce: 'post',
    transform: (code, id) =>
      id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
  },
];

const stylesheets = ['site', 'styles', 'ui'].flatMap((folder) =>
  readdirSync(`client/src/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(`client/src/${folder}/${name}`, 'utf8')),
);

/** Returns a class's name on the page: with its stylesheet's before it, unless no other one of the public pages has the name. */
export function scopedName(name: string, file: string) {
  const having = stylesheets.filter((css) => new RegExp(`\\.${name}\\b`).test(css));
  const isAlone = having.length === 1 && !file.includes('/console/');
  return isAlone ? name : `${basename(file, '.module.css')}-${name}`;
}
