// @ts-check
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLogs } from './log-check.mjs';
import { bin, root, run, seconds } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, output: string }} Result */
/** @typedef {{ name: string, run: () => Promise<Result> }} Step */

/**
 * A step that counts as one test.
 *
 * @param {string} name
 * @param {() => string | Promise<string>} findProblem returns what is wrong, or an empty text
 * @returns {Step}
 */
export const single = (name, findProblem) => ({
  name,
  run: async () => {
    const output = await findProblem();
    return output
      ? { passed: 0, failed: 1, skipped: 0, output }
      : { passed: 1, failed: 0, skipped: 0, output };
  },
});

/** @param {string} name @param {[string, string[]]} command */
const program = (name, [command, args]) =>
  single(name, async () => {
    const { code, output } = await run(command, args);
    return code === 0 ? '' : `${output}\nended with code ${code}`;
  });

/**
 * A step that runs a program which writes its own counts as JSON. A crash, a missing report and a run without tests
 * each count as one failed test.
 *
 * @param {string} name
 * @param {(reportFile: string) => [string, string[], NodeJS.ProcessEnv]} command
 * @param {(report: any) => Omit<Result, 'output'>} count
 * @returns {Step}
 */
function counted(name, command, count) {
  return {
    name,
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'report-'));
      const file = join(folder, 'report.json');
      try {
        const [program, args, env] = command(file);
        const { code, output } = await run(program, args, { env: { ...process.env, ...env } });
        return judge(code, output, () => count(JSON.parse(readFileSync(file, 'utf8'))));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * @param {number} code
 * @param {string} output
 * @param {() => Omit<Result, 'output'>} count
 * @returns {Result}
 */
export function judge(code, output, count) {
  try {
    const { passed, failed, skipped } = count();
    const silent = failed === 0 && (code !== 0 || passed === 0);
    return { passed, failed: silent ? 1 : failed, skipped, output };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: `${output}\nno report: ${error}` };
  }
}

/**
 * The result when the machine lacks what tests need: they are skipped with a reason; in CI that is a failure.
 *
 * @param {string} problem
 * @returns {Result}
 */
export function missing(problem, env = process.env) {
  if (env['CI']) return { passed: 0, failed: 1, skipped: 0, output: problem };
  console.log(problem);
  return { passed: 0, failed: 0, skipped: 1, output: problem };
}

/** Counts from Vitest's JSON report. A file that does not load has no tests and counts as one failed. */
export function countVitest(/** @type {any} */ report) {
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts from Playwright's JSON report; `errors` are those outside any test. A test that needed a second try is shown
 * as flaky.
 */
export function countPlaywright(/** @type {any} */ report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** The fast steps: no build, no browser. */
export const staticSteps = [
  // Version 7 takes a third of the time. The check of the import arrows still needs version 6 beside it.
  program('types', bin('typescript-7/bin/tsc', '-b')),
  program('lint and format', bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')),
  program(
    'import arrows',
    bin(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      'client/src',
      'server/src',
      'shared/src',
      'e2e',
      'scripts',
    ),
  ),
  program('words', bin('tsx/dist/cli.mjs', 'scripts/words/words-main.ts', 'check')),
  program('unused code', bin('knip/bin/knip.js')),
];

/**
 * @param {string} name
 * @param {() => string[]} args for Vitest
 * @param {NodeJS.ProcessEnv} [env]
 */
const vitest = (name, args, env) =>
  counted(
    name,
    (file) => [
      ...bin(
        'vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...args(),
      ),
      { NODE_ENV: 'test', ...env },
    ],
    countVitest,
  );

/** Tests that need neither a database nor a build. */
export const clientTests = vitest('tests of the client', () => ['client/src/', 'shared/src/']);

/** All tests but those of {@link clientTests}. */
export const unitTests = vitest('unit and contract tests', () => [
  '--exclude=client/**',
  '--exclude=shared/**',
]);

/**
 * Tests to which the store does not matter: of bodies, headers, connections, files, rates, answers and printed figures, or
 * of SQLite's speed. What they ask of a store is in its contract, which runs on both.
 */
const OF_ANY_STORE = [
  'process-tests/(fuzz|hostile|posthog-node)',
  '(http|node|site|posthog/ingest|store/sqlite)/',
  'create-app\\.',
  'routes/(event-(budget|endpoints|routes)|growth-(access|api|slow-reports))\\.',
  'routes/(signup-routes|site-routes)\\.',
  '(posthog/delivery/relay-answers|webhooks/failing-receivers)\\.',
  'cli/(commands|hostile-text|same-figures|growth/funnel-command)\\.',
];
/** Start their own PostgreSQL whichever store the run uses, or use an SQLite file whichever it is. */
const WITH_BOTH = ['process-tests/main-postgres', 'cli/growth/demo-data'];
/** What the tests that open the store of the run import or call. */
const OPENS_STORE =
  /\/testing\/(test-database|sites\/(console|outbox|relay|webhook)-site)\.ts|createTestApp\(/;

/**
 * Returns the tests of the server whose text matches.
 *
 * @param {RegExp} pattern
 */
function testsWith(pattern) {
  const folder = join(root, 'server/src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => pattern.test(readFileSync(join(folder, name), 'utf8')));
}

/** Returns the paths in the repository of tests to which the store matters. */
function testsOfBothStores() {
  const tests = testsWith(OPENS_STORE);
  const others = [...OF_ANY_STORE, ...WITH_BOTH].map((names) => new RegExp(`^${names}`));
  const gone = others.find((names) => !tests.some((name) => names.test(name)));
  if (gone) throw new Error(`scripts/steps/steps.mjs: no test is called ${gone.source}`);
  return tests
    .filter((name) => !others.some((names) => names.test(name)))
    .filter((name) => !name.endsWith('.long.test.ts'))
    .map((name) => `server/src/${name}`);
}

/** What takes long and shows what is rare: files of their own, and more rounds of tests that `npm test` has too. */
export const longTests = vitest(
  'long tests',
  () => [
    '.long.test.ts',
    ...testsWith(/\/testing\/rounds\.ts/).map((name) => `server/src/${name}`),
  ],
  { TEST_LONG: '1' },
);

/** Needs the build, and no native module: on PostgreSQL nothing opens an SQLite file. */
export const postgresTests = vitest('the server on PostgreSQL', testsOfBothStores, {
  TEST_STORE: 'postgres',
});

/** Runs in this process, which may hold the lock of an install that is still compiling. */
export const build = single('build', async () => {
  const { ensureBuilt } = await import('../build.mjs');
  try {
    await ensureBuilt();
    // A test would wait for the lock, which an install holds until SQLite is compiled.
    process.env['TEST_BUILT'] = '1';
    return '';
  } catch (error) {
    return String(error);
  }
});

export const budgets = counted(
  'size budgets',
  (file) => [process.execPath, ['scripts/steps/budgets.mjs', file], {}],
  (report) => report,
);

/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const playwright = (name, args, env) =>
  counted(
    name,
    (file) => [
      ...bin('@playwright/test/cli.js', 'test', ...args),
      { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env },
    ],
    countPlaywright,
  );

export const browserTests = playwright('browser tests', []);

/** The browser tests that are as long. They start the build and their own servers. */
export const longBrowserTests = playwright('long browser tests', ['--project=desktop'], {
  TEST_LONG: '1',
});

/** The last step: checks that no server of this run logged personal data. @param {string} folder */
export const logCheck = (folder) =>
  single('nobody in the logs', () => checkLogs(folder).faults.join('\n'));

/**
 * Runs steps in parallel. Prints a line for each, and the whole output of a failed one.
 *
 * @param {Step[]} steps
 * @returns {Promise<Result[]>}
 */
export function runSteps(steps) {
  return Promise.all(
    steps.map(async ({ name, run }) => {
      const since = performance.now();
      const result = await run();
      const { passed, failed, skipped, output } = result;
      const counts = [
        `${passed} passed`,
        failed && `${failed} failed`,
        skipped && `${skipped} skipped`,
      ];
      const mark = failed ? '✗' : '✓';
      if (failed) console.log(`\n${output.trimEnd()}\n`);
      console.log(
        `${mark} ${name.padEnd(24)} ${counts.filter(Boolean).join(', ').padEnd(22)} ${seconds(since)}`,
      );
      return result;
    }),
  );
}

/** Prints the total as the last line and sets the exit code. */
export function conclude(/** @type {Result[]} */ results) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  const skipped = sum('skipped');
  process.exitCode = failed === 0 && sum('passed') > 0 ? 0 : 1;
  console.log(`${sum('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
}
