import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { builds } from './scripts/vite/builds.ts';
import { compressedCopies } from './scripts/vite/compressed-copies-plugin.ts';
import { migrationsBesideTheServer } from './scripts/vite/migrations-plugin.ts';
import { siteImages } from './scripts/vite/site-images-plugin.ts';

export default defineConfig(({ mode }) => ({
  plugins: [react(), siteImages(), compressedCopies(), migrationsBesideTheServer()],
  // A self-hoster's .env is for the running server. No setting in it may reach a build.
  envDir: false,
  publicDir: mode === 'client' ? 'client/public' : false,
  // Wouter's stand-in for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: mode === 'client' ? 'baseline-widely-available' : 'node20',
    // Browsers with light-dark() and nesting (2024). A lower target would resolve light-dark() once, at :root.
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
    // Test files share a process and its loaded modules: no test changes the state of a module.
    isolate: false,
    // More than there are cores: a test that starts a server mostly waits for it.
    maxWorkers: 2 * availableParallelism(),
    // The defaults of 5 s, 10 s and 1 s are too short for a machine that is busy with other work.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
}));
