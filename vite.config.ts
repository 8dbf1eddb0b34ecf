import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { BuildOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const everyPage =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam)\/|client\/src\/(ui\/(?!field)|layout\/(?!mobile)|styles\/|app\.|ports|load-chunk|seo\/|content\/(navigation|pages)|pages\/page-routes)|shared\/src\/(limits|uuid)|vite\/preload-helper|(pages|pages\/home|features\/(signup|contact))\/[\w-]+\.module\.css|ui\/field\.module\.css/;

/**
 * Three builds from one file, chosen by `--mode`: `client` (the browser's assets), `ssr` (the same
 * React code as one module that the server renders pages with) and `server` (the process itself).
 */
const builds: Record<string, BuildOptions> = {
  client: {
    outDir: 'dist/client',
    manifest: 'manifest.json',
    rolldownOptions: {
      input: [
        'client/src/start/start.ts',
        'client/src/entry-client.tsx',
        'client/src/entry-growth.tsx',
      ],
      checks: { bundlerTimings: false },
      // What every page needs is one script, and the styles of all pages one file, not a dozen.
      output: { codeSplitting: { groups: [{ name: 'app', test: everyPage }] } },
    },
    // Fonts are files with hashed names, never data: URLs: the CSP allows only 'self'.
    assetsInlineLimit: 0,
  },
  ssr: { outDir: 'dist/ssr', ssr: 'client/src/entry-server.tsx' },
  server: {
    outDir: 'dist/server',
    ssr: true,
    rolldownOptions: {
      input: {
        main: 'server/src/main.ts',
        data: 'server/src/cli/data.ts',
        doctor: 'server/src/cli/doctor.ts',
        growth: 'server/src/cli/growth.ts',
        posthog: 'server/src/cli/posthog.ts',
        relay: 'server/src/cli/relay.ts',
        'reports-thread': 'server/src/reports-thread-entry.ts',
      },
      // A folder for each store, so that its `./migrations` is beside whichever file it ends up in.
      output: {
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.some((id) => id.includes('/store/postgres/')) ? 'postgres/' : ''}[name]-[hash].js`,
      },
    },
  },
};

let drawing: ReturnType<typeof drawImages> | undefined;

/** Icons and social images: drawn at each build, and on demand in development. */
const siteImages: Plugin = {
  name: 'site-images',
  apply: (_, { mode }) => mode === 'client',
  buildStart() {
    drawing = drawImages(); // while the bundler works in threads of its own
    drawing.catch(() => {}); // told below
  },
  async generateBundle() {
    for (const [fileName, source] of (await drawing) ?? []) {
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = '' }, response, next) => {
      if (!/^\/(social\/)?[\w-]+\.(png|ico)$/.test(url)) return next();
      drawing ??= drawImages();
      const image = (await drawing).get(url.slice(1));
      return image ? response.end(image) : next();
    });
  },
};

/** Loaded when it is needed: tests and the other two builds read this file as well. */
async function drawImages() {
  const { drawSiteImages } = await import('./scripts/images/site-images.ts');
  return drawSiteImages(import.meta.dirname);
}

/** Writes `.br` and `.gz` beside what gains by it: brotli at its best is too slow for each start of the server. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  apply: (_, { mode }) => mode === 'client',
  async writeBundle({ dir = '' }) {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries
      .filter(
        (entry) => entry.isFile() && /\.(js|css|svg|txt|xml|webmanifest|ico)$/.test(entry.name),
      )
      .map((entry) => join(entry.parentPath, entry.name));
    await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
};

const migrationsBesideTheServer: Plugin = {
  name: 'migrations-beside-the-server',
  apply: (_, { mode }) => mode === 'server',
  async writeBundle({ dir = '' }) {
    for (const [store, folder] of [
      ['sqlite', '.'],
      ['postgres', 'postgres'],
    ] as const) {
      const from = `server/src/store/${store}/migrations`;
      await cp(from, join(dir, folder, 'migrations'), { recursive: true });
    }
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [react(), siteImages, compressedCopies, migrationsBesideTheServer],
  // A self-hoster's .env is for the running server; nothing of it may end in a build.
  envDir: false,
  publicDir: mode === 'client' ? 'client/public' : false,
  build: {
    target: mode === 'client' ? 'baseline-widely-available' : 'node20',
    // Browsers with light-dark() and nesting (2024): lowered, light-dark() would be fixed at :root.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    reportCompressedSize: false,
    ...builds[mode],
  },
  // React is compiled into the ssr module in its production form, so a finished build runs without it installed.
  ...(mode === 'ssr' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
  test: {
    include: ['{client,server,shared}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    environment: 'node',
    // Files share a process, and so the modules that they load: no test changes what a module holds.
    isolate: false,
    // More than cores: a test that starts a server mostly waits for it.
    maxWorkers: 2 * availableParallelism(),
    // 5 s, and 1 s for a poll, are little for a machine that does other things too.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
}));
