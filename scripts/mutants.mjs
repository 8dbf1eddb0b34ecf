// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from './mutants/areas.mjs';
import { beginInstalled } from './steps/node-version.mjs';

const HELP = `npm run mutants -- [AREA...] [--file PART]

Changes the core in small ways, one at a time, and counts the changes that a test notices.

  AREA         ${Object.keys(AREAS).join(', ')}; all of them take hours
  --file FILE  only this file, with the tests of the area

It installs Stryker into scripts/mutants, writes test-results/mutants-AREA.json and lists the changes that no test noticed.`;
await beginInstalled(HELP);
const { fail, root, run } = await import('./steps/run.mjs');
const { ensureBuilt } = await import('./build.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' } },
});
const unknown = positionals.filter((name) => !(name in AREAS));
if (unknown.length > 0) fail(new Error(`unknown area: ${unknown.join(', ')}\n\n${HELP}`));

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function show(command, args, env = process.env) {
  const { code } = await run(command, args, { show: true, timeoutMs: 6 * 3_600_000, env });
  if (code !== 0) fail(new Error(`${command} ended with code ${code}; its own lines are above`));
}

const home = 'scripts/mutants';
await ensureBuilt().catch(fail);
await show('npm', ['ci', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund']);
const results = join(root, 'test-results');
mkdirSync(results, { recursive: true });
const config = join(results, 'stryker.config.json');
for (const area of positionals.length > 0 ? positionals : Object.keys(AREAS)) {
  const { change = [], tests = [] } = AREAS[area] ?? {};
  const options = {
    mutate: [...(values.file ? [values.file] : change), '!**/*.test.*'],
    testRunner: 'vitest',
    vitest: { related: false },
    // A changed constant of a module needs a process of its own for each change, which takes days.
    ignoreStatic: true,
    // A changed word is a fault of the words. Names that matter are compared with what they are sent to.
    mutator: { excludedMutations: ['StringLiteral'] },
    tempDirName: 'test-results/stryker',
    ignorePatterns: ['client/public', 'docs', 'test-results'],
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: join(results, `mutants-${area}.json`) },
    allowConsoleColors: false,
  };
  writeFileSync(config, JSON.stringify(options));
  const program = `${home}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  const env = {
    ...process.env,
    TEST_FILES: tests.map((start) => `${start}{*,/**/*}.test.{ts,tsx}`).join(' '),
    TEST_BUILT: '1',
  };
  await show(process.execPath, [program, 'run', config], env);
}
