import { defineConfig, devices } from '@playwright/test';
import type { EngineOptions } from './e2e/engines/engine-fixtures.ts';
import type { Options } from './e2e/fixtures.ts';
import {
  findFirefox,
  findHeadlessShell,
  findWebKit,
} from './server/src/testing/programs/find-programs.ts';

const isRoot = process.getuid?.() === 0;
const executablePath = findHeadlessShell();
/** The engines besides Chromium that are installed here; scripts/test.mjs says which are missing. */
const engines = [
  ...(findFirefox() ? ['firefox' as const] : []),
  ...(findWebKit() ? ['webkit' as const] : []),
];
/** `npm run test:long` runs the tests with this tag, and no others. */
const isLong = process.env['TEST_LONG'] === '1';
const jsonFile = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];

export default defineConfig<Options, EngineOptions>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // More than there are cores: a test spends half of its time waiting for timers of the page.
  workers: 4,
  forbidOnly: Boolean(process.env['CI']),
  // In CI, where a merge depends on it, a stalled machine gets a second try, which the output shows. Locally there is
  // none.
  retries: process.env['CI'] ? 1 : 0,
  // Each wait has its own limit. This one only ends a test that hangs, also where the processor has a quarter of its speed.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: jsonFile ? [['list'], ['json', { outputFile: jsonFile }]] : 'list',
  use: {
    // The console shows days of the browser's time zone.
    timezoneId: 'UTC',
    // Drawing transitions and smooth scrolling would take a third of the processor time. A file about what moves asks for
    // motion, and e2e/engines has it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording makes a test a fifth slower. `npm test` records only a second try; a run of single tests records each
    // failure.
    trace: jsonFile ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium refuses to use its sandbox as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        // The browser's background requests would look like requests of the page.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        '--disable-gpu',
      ],
    },
  },
  ...(isLong ? { grep: /@long/ } : { grepInvert: /@long/ }),
  projects: [
    // First, because one browser serves all tests of an engine, one after another.
    ...engines.map((engineName) => ({
      name: engineName,
      testDir: 'e2e/engines',
      fullyParallel: false,
      use: { engineName },
    })),
    { name: 'desktop', testIgnore: 'engines/**', use: devices['Desktop Chrome'] },
    {
      name: 'posthog-js',
      testIgnore: 'engines/**',
      // Tests in which the code of the transport runs, or must not run, run again with the other one.
      grep: /@transports/,
      use: { ...devices['Desktop Chrome'], transport: 'posthog-js' },
    },
  ],
});
