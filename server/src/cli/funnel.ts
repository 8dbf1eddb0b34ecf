import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config.ts';
import { readDatabase } from '../database.ts';
import { findProjectRoot } from '../project-root.ts';
import { countFunnel, SIGNUP_FUNNEL } from '../services/funnel.ts';
import { StartError } from '../start-error.ts';

const HELP = `npm run funnel [-- --json]

How many people who consented to analytics saw the hero, then saw the signup section, then signed up
with success: each person once, in that order, from the events in DATABASE_URL. The database is only
read; the server may be running.

  --json   the same as JSON: {"steps": [{"label", "people", "percentOfFirst", "percentOfPrevious"}]}
  --help   this text`;

interface Row {
  label: string;
  people: number;
  percentOfFirst: number;
  percentOfPrevious: number;
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<string> {
  const options = parseOptions(args);
  if (options.help) return HELP;
  const root = findProjectRoot();
  const file = resolve(root, loadConfig(root).databaseFile);
  const rows = toRows(await readDatabase(file, (reader) => countFunnel(reader, SIGNUP_FUNNEL)));
  return options.json ? JSON.stringify({ steps: rows }) : formatTable(rows);
}

function parseOptions(args: string[]) {
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new StartError(`${why}\n\n${HELP}`);
  }
}

function toRows(people: readonly number[]): Row[] {
  const percent = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
  return people.map((count, index) => ({
    label: SIGNUP_FUNNEL[index]?.label ?? '',
    people: count,
    percentOfFirst: percent(count, people[0] ?? 0),
    percentOfPrevious: percent(count, people[index - 1] ?? count),
  }));
}

function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ label, people, percentOfFirst, percentOfPrevious }) => [
    label,
    String(people),
    `${percentOfFirst.toFixed(1)} %`,
    `${percentOfPrevious.toFixed(1)} %`,
  ]);
  const table = [['step', 'people', 'of first', 'of previous'], ...cells];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   '),
    )
    .join('\n');
}
