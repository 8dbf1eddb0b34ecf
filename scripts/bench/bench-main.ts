// npm run bench: runs the named benchmarks, or all but the long ones. The figures are for people to read; a missed
// target fails nothing.
import { parseArgs } from 'node:util';
import { fail } from '../steps/run.mjs';
import { BESIDE, type Benchmark, type Beside } from './benchmark.ts';
import { hostile } from './hostile-bench.ts';
import { intake } from './intake-bench.ts';
import { mixed } from './mixed-bench.ts';
import { pages } from './pages-bench.ts';
import { formatReport } from './parts/table.ts';
import { reports } from './reports-bench.ts';
import { start } from './start-bench.ts';

const benchmarks: readonly Benchmark[] = [intake, pages, start, reports, hostile, mixed];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '10000000' },
    beside: { type: 'string' },
  },
});
const names = benchmarks.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) fail(new Error(`no benchmark is called ${unknown}; expected ${names.join(', ')}`));
const options = {
  seconds: positive('seconds'),
  rounds: positive('rounds'),
  events: positive('events'),
  beside: values.beside === undefined ? null : besideOf(values.beside),
  progress: (line: string) => console.error(line),
};
const isChosen = ({ name, onlyWhenNamed = false }: Benchmark) =>
  positionals.length === 0 ? !onlyWhenNamed : positionals.includes(name);
for (const { run } of benchmarks.filter(isChosen)) {
  console.log(`\n${formatReport(await run(options))}`);
}
const left = benchmarks.filter(({ onlyWhenNamed }) => onlyWhenNamed && positionals.length === 0);
for (const { name } of left)
  console.log(`Not run, since it takes minutes: npm run bench -- ${name}`);

function besideOf(name: string): Beside {
  const known = BESIDE.find((one) => one === name);
  return known ?? fail(new Error(`--beside is ${name}; expected ${BESIDE.join(' or ')}`));
}

function positive(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (number > 0 && Number.isFinite(number)) return number;
  return fail(new Error(`--${name} is ${values[name]}; expected a number above 0, e.g. 3`));
}
