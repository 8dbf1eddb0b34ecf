import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import {
  classNames,
  compressedCopies,
  consoleCopy,
  fontFallbacks,
  migrationsBesideTheServer,
  scopedName,
} from './scripts/vite/build-plugins.ts';
import { builds } from './scripts/vite/builds.ts';
import { messages } from './scripts/vite/messages-plugin.ts';
import { siteImages } from './scripts/vite/site-images-plugin.ts';
import { SlowTestsFirst } from './scripts/vite/slow-tests-first.ts';

/**
 * Returns what the browser is told to load together with a chunk. A chunk without styles is requested at once anyway, and
 * what words import is loaded with their page: naming them would cost each visitor half a kilobyte.
 */
function resolveDependencies(file: string, deps: string[], { hostId }: { hostId: string }) {
  if (/^assets\/(en|de|es|fr|pt-br|ja|hi|ar)-/.test(hostId)) return [];
  return deps.some((dep) => dep.endsWith('.css')) ? deps : deps.filter((dep) => dep !== file);
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    messages(),
    classNames(),
    siteImages(),
    compressedCopies(),
    consoleCopy(),
    fontFallbacks(),
    migrationsBesideTheServer(),
  ],
  // A self-hoster's .env is for the running server. No setting in it may reach a build.
  envDir: false,
  publicDir: mode === 'client' ? 'client/public' : false,
  // Wouter's stand-in for a hook that React has had since version 18.
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'react',
      regexparam: join(import.meta.dirname, 'scripts/vite/no-patterns.ts'),
    },
  },
  // Readable names, which compress better than hashes. The name of each stylesheet exists once.
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: mode === 'client' ? 'baseline-widely-available' : 'node20',
    // Browsers with light-dark() and nesting (2024). A lower target would resolve light-dark() once, at :root.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    reportCompressedSize: false,
    license: true,
    modulePreload: { resolveDependencies },
    ...builds[mode],
  },
  // Dependencies are compiled in. So React is there in its production form, and a start reads a few files instead of
  // hundreds, which takes a fifth of its time.
  ...(mode === 'ssr' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
  // One has native code, and the other tries to load a package that has.
  ...(mode === 'server' && {
    ssr: { noExternal: true as const, external: ['better-sqlite3', 'pg'] },
  }),
  test: {
    // `npm run mutants` runs those of one area.
    include: process.env['TEST_FILES']?.split(' ') ?? [
      '{client,server,shared}/src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
    ],
    // `npm run test:long` runs these.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env['TEST_LONG'] ? [] : ['**/*.long.test.ts']),
    ],
    environment: 'node',
    // Test files share a process and its loaded modules: no test changes the state of a module.
    isolate: false,
    setupFiles:
      process.env['TEST_STORE'] === 'postgres' ? ['server/src/testing/no-native-module.ts'] : [],
    // What a test replaces, the next one of the file finds as it was.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    sequence: { sequencer: SlowTestsFirst },
    // More than there are cores: a test that starts a server mostly waits for it.
    maxWorkers: 2 * availableParallelism(),
    // The defaults of 5 s, 10 s and 1 s are too short for a machine that is busy with other work.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
}));
