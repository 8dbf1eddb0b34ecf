import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { ensureBuilt } from '../build.mjs';
import { writePlaceholderTypes } from '../words/placeholder-types.ts';
import { findFaults } from './log-check.ts';
import { findProgram, openPostgres } from './programs.ts';
import { bin, root, run, seconds } from './run.mjs';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
type Result = Counts & { output: string };
interface Step {
  name: string;
  run(): Promise<Result>;
}

const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A step that counts as one test. `findProblem` returns what is wrong, or an empty text. */
const single = (name: string, findProblem: () => string | Promise<string>): Step => ({
  name,
  run: async () => {
    const output = await findProblem();
    return { ...(output ? FAILED : PASSED), output };
  },
});

const program = (name: string, [command, args]: [string, string[]]) =>
  single(name, async () => {
    const { code, output } = await run(command, args);
    return code === 0 ? '' : `${output}\nended with code ${code}`;
  });

/** A step that runs a program which writes its own counts as JSON. */
const counted = <Report>(
  name: string,
  command: (reportFile: string) => [string, string[], NodeJS.ProcessEnv?],
  count: (report: Report) => Counts,
): Step => ({
  name,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'));
    const file = join(folder, 'report.json');
    try {
      const [program, args, env] = command(file);
      const { code, output } = await run(program, args, { env: { ...process.env, ...env } });
      return judgeRun(code, output, () => count(JSON.parse(readFileSync(file, 'utf8'))));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** A crash, a missing report and a run without tests each count as one failed test. */
export function judgeRun(code: number, output: string, count: () => Counts): Result {
  try {
    const { passed, failed, skipped } = count();
    const silent = failed === 0 && (code !== 0 || passed === 0);
    return { passed, failed: silent ? 1 : failed, skipped, output };
  } catch (error) {
    return { ...FAILED, output: `${output}\nno report: ${error}` };
  }
}

/** The result when the machine lacks what tests need: they are skipped with a reason; in CI that is a failure. */
export function missing(problem: string, env = process.env): Result {
  if (env['CI']) return { ...FAILED, output: problem };
  console.log(problem);
  return { passed: 0, failed: 0, skipped: 1, output: problem };
}

/** A step that looks for what some tests need. */
const needed = (name: string, find: () => Promise<string | undefined>): Step => ({
  name: `${name} to test with`,
  run: async () => {
    const problem = await find();
    return problem ? missing(problem) : { ...PASSED, output: '' };
  },
});

/** The proxy in front of a real site's server, or a browser. */
export const programToTestWith = (name: string) =>
  needed(name, async () => findProgram(name).problem);

let stopServer: (() => Promise<void>) | undefined;
export const stopPostgres = () => stopServer?.();

/**
 * Starts one PostgreSQL server for all tests that need one, unless TEST_POSTGRES_URL names one: that must be new, take 300
 * connections, and let its user do everything. Tests that stop a server still start their own.
 */
export const postgres = needed('a PostgreSQL', async () => {
  if (process.env['TEST_POSTGRES_URL']) return findProgram('PostgreSQL').problem;
  const { server, problem } = await openPostgres(['max_connections=300']);
  if (server) process.env['TEST_POSTGRES_URL'] = server.urlOf('postgres');
  stopServer = server?.stop;
  return problem;
});

/** Counts from Vitest's JSON report. A file that does not load has no tests and counts as one failed. */
export function countVitest(report: JsonTestResults): Counts {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
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
export function countPlaywright({ stats, errors }: JSONReport): Counts {
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected + errors.length, skipped };
}

/** The folders whose imports are checked. */
const SIDES = ['client/src', 'server/src', 'shared/src', 'e2e', 'scripts'];

const staticSteps = [
  // Version 7 takes a third of the time. The check of the import arrows still needs version 6 beside it.
  program('types', bin('typescript-7/bin/tsc', '-b')),
  program('lint and format', bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')),
  program('import arrows', bin('dependency-cruiser/bin/dependency-cruise.mjs', ...SIDES)),
  program('words', bin('tsx/dist/cli.mjs', 'scripts/words/words-main.ts', 'check')),
  // Git ignores the generated types.
  program('unused code', bin('knip/bin/knip.js', '--no-gitignore')),
];

/** Runs the fast steps: no build, no browser. */
export function runStaticSteps() {
  writePlaceholderTypes();
  return runSteps(staticSteps);
}

const vitest = (name: string, args: () => string[], env: NodeJS.ProcessEnv = {}) =>
  counted(
    name,
    (file) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const command = bin('vitest/vitest.mjs', 'run', ...reporters, ...args());
      return [...command, { NODE_ENV: 'test', ...env }];
    },
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
  'process-tests/(fuzz|hostile|posthog-node|proxies)',
  '(edge/(?!metrics-routes)|site/|posthog/ingest/|.*/sqlite/)',
  'create-app\\.',
  'events/event-(budget|endpoints|routes)\\.',
  'console/growth-(access|api|slow-reports)\\.',
  'signups/signup-routes\\.',
  '(posthog/delivery/relay-answers|team/webhooks/failing-receivers)\\.',
  'cli/(commands|hostile-text|same-figures)\\.',
];
/** Start their own PostgreSQL whichever store the run uses, or use an SQLite file whichever it is. */
const WITH_BOTH = [
  'process-tests/main-postgres',
  'cli/every-command',
  'cli/growth/demo-data',
  'list/put-back',
];
/** What the tests that open the store of the run import or call. */
const OPENS_STORE =
  /\/testing\/(test-database|sites\/(alerting|console|outbox|relay|sending|webhook)-site)\.ts|createTestApp\(/;

/** Returns the tests of the server whose text matches. */
function testsWith(pattern: RegExp): string[] {
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
  if (gone) throw new Error(`scripts/steps/steps.ts: no test is called ${gone.source}`);
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
  try {
    await ensureBuilt();
    // A test would wait for the lock, which an install holds until SQLite is compiled.
    process.env['TEST_BUILT'] = '1';
    return '';
  } catch (error) {
    return String(error);
  }
});

const playwright = (name: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
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

/** The last step: checks that no server of this run logged personal data. */
export const logCheck = (folder: string) =>
  single('nobody in the logs', () => findFaults(folder).join('\n'));

/** Runs steps in parallel. Prints a line for each, and the whole output of a failed one. */
export function runSteps(steps: readonly Step[]): Promise<Result[]> {
  return Promise.all(
    steps.map(async ({ name, run }) => {
      const since = performance.now();
      const result = await run();
      if (result.failed) console.log(`\n${result.output.trimEnd()}\n`);
      const mark = result.failed ? '✗' : '✓';
      const counts = describe(result, result.failed > 0);
      console.log(`${mark} ${name.padEnd(24)} ${counts.padEnd(22)} ${seconds(since)}`);
      return result;
    }),
  );
}

const describe = ({ passed, failed, skipped }: Counts, hasFailed: boolean) =>
  `${passed} passed${hasFailed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`;

/** Nothing can pass after a failed build or without a browser, so then a step counts as failed instead of skipped. */
export const runIf = (canPass: boolean, step: Step) =>
  runSteps([canPass ? step : single(step.name, () => `${step.name}: a step before it failed`)]);

/** Prints the total as the last line and sets the exit code. */
export function conclude(results: readonly Result[]): void {
  const sum = (key: keyof Counts) => results.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
  console.log(describe(total, true));
}
