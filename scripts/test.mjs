// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginCommand } from './steps/node-version.mjs';

beginCommand(`npm test

Runs every check and test: static checks, unit tests, both databases, browsers. Prints a line for each step. One file:
npx vitest run PATH, or npx playwright test FILE --project desktop. With --long only what takes long and shows what is
rare; LONG=1 adds that to all others.`);
const onlyLong = process.argv.includes('--long');
const withLong = onlyLong || process.env['LONG'] === '1';

const { installAnd } = await import('./steps/install.mjs');
const steps = await import('./steps/steps.mjs');
const { conclude, runSteps } = steps;

/** @type {import('../server/src/testing/programs/postgres-server.ts').PostgresServer | undefined} */
let postgresServer;

/**
 * A step that looks for what some tests need. Without it they are skipped; in CI that is a failure.
 *
 * @param {string} name
 * @param {() => Promise<{ path: string } | { problem: string }>} find
 * @returns {import('./steps/steps.mjs').Step}
 */
const needed = (name, find) => ({
  name: `${name} to test with`,
  run: async () => {
    const answer = await find();
    if ('problem' in answer) return steps.missing(answer.problem);
    return { passed: 1, failed: 0, skipped: 0, output: answer.path };
  },
});

/** Starts one PostgreSQL server for all tests that need one. */
const postgres = needed('a PostgreSQL', async () => {
  const { openPostgres } = await import('./steps/programs.mjs');
  const { problem, server, bin } = await openPostgres(['max_connections=300']);
  if (!server) return { problem };
  postgresServer = server;
  process.env['TEST_POSTGRES_URL'] = server.urlOf('postgres');
  return { path: bin };
});

/** The proxy in front of a real site's server, or a browser. */
const program = (/** @type {string} */ name) =>
  needed(name, async () => (await import('./steps/programs.mjs')).findProgram(name));

/** Nothing can pass after a failed build or without a browser, so these steps count as failed instead of skipped. */
const blocked = (/** @type {import('./steps/steps.mjs').Step} */ { name }) =>
  steps.single(name, () => `${name}: not run, because a step before it failed`);

// Servers that tests start append their logs to this folder: server/src/testing/sites/kept-log.ts.
const logs = mkdtempSync(join(tmpdir(), 'logs-'));
process.on('exit', () => rmSync(logs, { recursive: true, force: true }));
process.env['TEST_LOGS'] = logs;

/** Runs what needs no SQLite while its native module compiles on one core. */
async function prepare() {
  const built = runSteps([steps.build]);
  const installed = import('./steps/programs.mjs').then(({ installMissing }) => installMissing());
  const browser = installed.then(() => runSteps([program('Chromium')]));
  if (onlyLong) {
    const results = (await Promise.all([built, browser])).flat();
    return { built: await built, browser: await browser, results };
  }
  const client = runSteps([steps.clientTests]);
  const database = installed.then(() => runSteps([postgres]));
  const onPostgres = Promise.all([built, client, database]).then(() =>
    postgresServer ? runSteps([steps.postgresTests]) : [],
  );
  const provided = installed.then(() => runSteps(['nginx', 'Firefox', 'WebKit'].map(program)));
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
  const canBrowse = ready && browser.every(({ passed }) => passed === 1);
  results.push(...(await runSteps([canBrowse ? steps.browserTests : blocked(steps.browserTests)])));
}
if (withLong)
  for (const step of [steps.longTests, steps.longBrowserTests])
    results.push(...(await runSteps([ready ? step : blocked(step)])));
results.push(...(await runSteps([steps.logCheck(logs)])));
conclude(results);
