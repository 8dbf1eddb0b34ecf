// npm run bench: runs the named benchmarks, or all but the long ones. The figures are for people to read; a missed
// target fails nothing.
import { parseArgs } from 'node:util';
import { formatTable } from '../../server/src/cli/frame/text-table.ts';
import { fail } from '../steps/run.mjs';
import type { Benchmark, Report } from './benchmark.ts';
import { hostile } from './hostile-bench.ts';
import { intake, pages } from './intake-and-pages-bench.ts';
import { mixed } from './mixed-bench.ts';
import { reports } from './reports-bench.ts';
import { start } from './start-bench.ts';
import { keepToLoadCore } from './with-site.ts';

const SHORT = { intake, pages, start };
const ALL: Record<string, Benchmark> = { ...SHORT, reports, hostile, mixed };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '10000000' },
    clickhouse: { type: 'boolean', default: false },
  },
});
const { clickhouse, ...numbers } = values;
for (const [name, value] of Object.entries(numbers)) {
  if (!(Number(value) > 0))
    fail(new Error(`--${name} is ${value}; expected a number above 0, e.g. 3`));
}
const unknown = positionals.find((name) => !(name in ALL));
if (unknown)
  fail(new Error(`no benchmark is called ${unknown}; expected ${Object.keys(ALL).join(', ')}`));

if (!keepToLoadCore()) console.log('There is no taskset here, so processes share their cores.');
for (const name of positionals.length > 0 ? positionals : Object.keys(SHORT)) {
  const report = await ALL[name]?.({
    seconds: Number(numbers.seconds),
    rounds: Number(numbers.rounds),
    events: Number(numbers.events),
    clickhouse,
  }).catch(fail);
  if (report) console.log(`\n${formatReport(report)}\n`);
}

function formatReport({ title, rows, notes, targets }: Report): string {
  // The table's last column would be left-aligned.
  const columns = [...Object.keys(rows[0] ?? {}), ''];
  const cells = rows.map((row) => [...Object.values(row), '']);
  const judged = formatTable(['', 'measured', 'wanted', ''], targets);
  return [title, formatTable(columns, cells), notes.join('\n'), judged].join('\n\n');
}
