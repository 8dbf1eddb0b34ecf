// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from './mutants/areas.mjs';
import { beginCommand } from './steps/node-version.mjs';

/** @typedef {{ status: string, replacement?: string, location: { start: Place, end: Place } }} Mutant */
/** @typedef {{ line: number, column: number }} Place from 1 */

const { fail, root, run } = await import('./steps/run.mjs');

const HELP = `npm run mutants -- [AREA...] [--file PART]

Changes the core in small ways, one at a time, and counts the changes that a test notices.

  AREA         ${Object.keys(AREAS).join(', ')}; all of them take hours
  --file FILE  only this file, with the tests of the area

It installs Stryker into scripts/mutants, writes test-results/mutants-AREA.json and lists the changes that no test noticed.`;
beginCommand(HELP);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' } },
});
const unknown = positionals.filter((name) => !(name in AREAS));
if (unknown.length > 0) fail(new Error(`unknown area: ${unknown.join(', ')}\n\n${HELP}`));

const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt().catch(fail);
const home = 'scripts/mutants';
await show('npm', ['ci', '--prefix', home, '--no-audit', '--no-fund']);

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function show(command, args, env = process.env) {
  const { code } = await run(command, args, { show: true, timeoutMs: 6 * 3_600_000, env });
  if (code !== 0) fail(new Error(`${command} ended with code ${code}; its own lines are above`));
}

/** Noticed by a failing test, or because a test did not end. */
const NOTICED = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

const results = join(root, 'test-results');
mkdirSync(results, { recursive: true });
for (const area of positionals.length > 0 ? positionals : Object.keys(AREAS)) {
  const report = join(results, `mutants-${area}.json`);
  const config = join(results, 'stryker.config.json');
  writeFileSync(
    config,
    JSON.stringify({
      mutate: [...(values.file ? [values.file] : (AREAS[area]?.change ?? [])), '!**/*.test.*'],
      testRunner: 'vitest',
      vitest: { configFile: `${home}/vitest.config.ts`, related: false },
      // A changed constant of a module needs a process of its own for each change, which takes days.
      ignoreStatic: true,
      // A changed word is a fault of the words. Names that matter are compared with what they are sent to.
      mutator: { excludedMutations: ['StringLiteral'] },
      tempDirName: 'test-results/stryker',
      ignorePatterns: ['client/public', 'docs', 'test-results'],
      reporters: ['json'],
      jsonReporter: { fileName: report },
      allowConsoleColors: false,
    }),
  );
  const program = `${home}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  await show(process.execPath, [program, 'run', config], {
    ...process.env,
    MUTANTS_AREA: area,
    TEST_BUILT: '1',
  });
  print(area, JSON.parse(readFileSync(report, 'utf8')));
}

/** @param {string} area @param {{ files: Record<string, { source: string, mutants: Mutant[] }> }} report */
function print(area, report) {
  let [noticed, judged] = [0, 0];
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const lines = source.split('\n');
    for (const { status, replacement, location } of mutants) {
      noticed += Number(NOTICED.includes(status));
      judged += Number(NOTICED.includes(status) || MISSED.includes(status));
      if (!MISSED.includes(status)) continue;
      const { start, end } = location;
      const line = lines[start.line - 1] ?? '';
      const was =
        end.line === start.line ? line.slice(start.column - 1, end.column - 1) : line.trim();
      console.log(`${file}:${start.line}  ${was}  →  ${replacement?.replace(/\s+/g, ' ')}`);
    }
  }
  console.log(
    `${area}: ${noticed} of ${judged} noticed, ${((100 * noticed) / judged).toFixed(1)} %\n`,
  );
}
