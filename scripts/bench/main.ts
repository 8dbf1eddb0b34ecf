// npm run bench: every benchmark, or those that are named. Figures are for the eye; nothing fails by them.
import { parseArgs } from 'node:util';
import { fail } from '../run.mjs';
import type { Benchmark } from './benchmark.ts';
import { funnel } from './funnel.ts';
import { intake } from './intake.ts';
import { formatReport } from './table.ts';

const benchmarks: readonly Benchmark[] = [intake, funnel];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
});
const names = benchmarks.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) fail(new Error(`no benchmark is called ${unknown}; expected ${names.join(', ')}`));
const options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  progress: (line: string) => console.error(line),
};
const chosen = benchmarks.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
for (const { run } of chosen) console.log(`\n${formatReport(await run(options))}`);
