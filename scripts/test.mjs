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
// Servers that tests start append their logs to this folder: server/src/testing/sites/kept-log.ts.
const logs = mkdtempSync(join(tmpdir(), 'logs-'));
process.on('exit', () => rmSync(logs, { recursive: true, force: true }));
process.env['TEST_LOGS'] = logs;

/** Runs what needs no SQLite while its native module compiles on one core. */
async function prepare() {
  (await import('tsx/esm/api')).register();
  const { installMissing } = await import('./steps/programs.ts');
  const steps = await import('./steps/steps.ts');
  const { programToTestWith, runSteps } = steps;
  const built = runSteps([steps.build]);
  const installed = installMissing();
  const browser = installed.then(() => runSteps([programToTestWith('Chromium')]));
  const all = [built, browser];
  if (!onlyLong) {
    const client = runSteps([steps.clientTests]);
    const database = installed.then(() => runSteps([steps.postgres]));
    const onPostgres = Promise.all([built, client, database]).then(([, , [server]]) =>
      server?.passed ? runSteps([steps.postgresTests]) : [],
    );
    const others = ['nginx', 'Caddy', 'Firefox', 'WebKit'].map(programToTestWith);
    const provided = installed.then(() => runSteps(others));
    all.push(steps.runStaticSteps(), client, database, onPostgres, provided);
  }
  return { built: await built, browser: await browser, results: (await Promise.all(all)).flat() };
}

const { built, browser, results } = await installAnd(prepare).catch((error) => {
  console.log(`${error.message}\n0 passed, 1 failed`);
  process.exit(1);
});
const steps = await import('./steps/steps.ts');
const { runIf, runSteps } = steps;
const ready = built.every(({ failed }) => failed === 0);
if (!onlyLong) {
  results.push(...(await runSteps([steps.unitTests])));
  await steps.stopPostgres();
  const canBrowse = ready && browser.every(({ passed }) => passed === 1);
  results.push(...(await runIf(canBrowse, steps.browserTests)));
}
if (withLong)
  for (const step of [steps.longTests, steps.longBrowserTests])
    results.push(...(await runIf(ready, step)));
results.push(...(await runSteps([steps.logCheck(logs)])));
steps.conclude(results);
