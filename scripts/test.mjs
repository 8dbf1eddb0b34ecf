// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode } from './steps/node-version.mjs';

// `--long` runs the long tests alone, and LONG=1 runs them after all others.
const onlyLong = process.argv.includes('--long');
const withLong = onlyLong || process.env['LONG'] === '1';

requireNode();
const { installAnd } = await import('./steps/install.mjs');
const steps = await import('./steps/steps.mjs');
const { conclude, runSteps } = await import('./steps/report.mjs');

/** @type {import('./steps/steps.mjs').Step} */
const chromium = {
  name: 'a Chromium to test with',
  run: async () => {
    const { ensureChromium, preferHeadlessShell } = await import('./programs/chromium.mjs');
    const answer = await ensureChromium();
    await preferHeadlessShell();
    const found = 'path' in answer;
    return {
      passed: Number(found),
      failed: Number(!found),
      skipped: 0,
      output: found ? answer.path : answer.problem,
    };
  },
};

/** @type {import('../server/src/testing/programs/postgres-server.ts').PostgresServer | undefined} */
let postgresServer;

/**
 * Starts one PostgreSQL server for all tests that need one. Without one they are skipped; in CI that is a failure.
 *
 * @type {import('./steps/steps.mjs').Step}
 */
const postgres = {
  name: 'a PostgreSQL to test with',
  run: async () => {
    const { openPostgres } = await import('./programs/postgres.mjs');
    const answer = await openPostgres(['max_connections=300']);
    if ('problem' in answer) return steps.missing(answer.problem);
    postgresServer = answer.server;
    process.env['TEST_POSTGRES_URL'] = postgresServer.urlOf('postgres');
    return { passed: 1, failed: 0, skipped: 0, output: answer.bin };
  },
};

/**
 * Like PostgreSQL: a program that some tests need.
 *
 * @param {string} what
 * @param {() => Promise<{ path: string } | { problem: string }>} ensure
 * @returns {import('./steps/steps.mjs').Step}
 */
const needed = (what, ensure) => ({
  name: `${what} to test with`,
  run: async () => {
    const answer = await ensure();
    if ('problem' in answer) return steps.missing(answer.problem);
    return { passed: 1, failed: 0, skipped: 0, output: answer.path };
  },
});

/** The proxy in front of a real site's server, and the browsers besides Chromium. */
const programs = [
  needed('an nginx', async () => (await import('./programs/nginx.mjs')).ensureNginx()),
  needed('a Firefox', async () => (await import('./programs/firefox.mjs')).ensureFirefox()),
  needed('a WebKit', async () => (await import('./programs/webkit.mjs')).ensureWebKit()),
];

/** Nothing can pass after a failed build or without a browser, so these steps count as failed instead of skipped. */
const blocked = (/** @type {import('./steps/steps.mjs').Step} */ step) => ({
  name: step.name,
  run: async () => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    output: `${step.name}: not run, because a step before it failed`,
  }),
});

// Servers that tests start append their logs to this folder: server/src/testing/sites/kept-log.ts.
const logs = mkdtempSync(join(tmpdir(), 'logs-'));
process.on('exit', () => rmSync(logs, { recursive: true, force: true }));
process.env['TEST_LOGS'] = logs;

/** Runs what needs no SQLite while its native module compiles on one core. */
async function prepare() {
  const built = runSteps([steps.build]);
  if (onlyLong) {
    const browser = await runSteps([chromium]);
    return { built: await built, browser, results: [...(await built), ...browser] };
  }
  const client = runSteps([steps.clientTests]);
  const database = runSteps([postgres]);
  const onPostgres = Promise.all([built, client, database]).then(() =>
    postgresServer ? runSteps([steps.postgresTests]) : [],
  );
  /** One at a time, because each may install what is still missing. */
  const provided = database.then(async () => {
    const { installMissing } = await import('./programs/install-missing.mjs');
    await installMissing();
    const found = [];
    for (const step of programs) found.push(...(await runSteps([step])));
    return found;
  });
  const browser = provided.then(() => runSteps([chromium]));
  const all = [runSteps(steps.staticSteps), built, client, database, onPostgres, provided, browser];
  return { built: await built, browser: await browser, results: (await Promise.all(all)).flat() };
}

const { built, browser, results } = await installAnd(prepare).catch((error) => {
  console.log(`${error.message}\n0 passed, 1 failed`);
  process.exit(1);
});
const ready = built.every(({ failed }) => failed === 0);
if (!onlyLong) {
  const sizes = runSteps([ready ? steps.budgets : blocked(steps.budgets)]);
  results.push(...(await runSteps([steps.unitTests])), ...(await sizes));
  await postgresServer?.stop();
  const canBrowse = ready && browser.every(({ failed }) => failed === 0);
  results.push(...(await runSteps([canBrowse ? steps.browserTests : blocked(steps.browserTests)])));
}
if (withLong)
  for (const step of [steps.longTests, steps.longBrowserTests])
    results.push(...(await runSteps([ready ? step : blocked(step)])));
results.push(...(await runSteps([steps.logCheck(logs)])));
conclude(results);
