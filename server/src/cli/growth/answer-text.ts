import { plain } from '#shared/format-figures';
import { printable, printableLines } from '../../lib/printable.ts';
import { formatTable } from '../frame/text-table.ts';

type Row = Record<string, unknown>;

/** Returns an answer of the console's interface for a terminal: its sentence, single values, and a table for each list. */
export function answerText(answer: Row): string {
  const { summary, html: _, ...rest } = answer;
  const entries = Object.entries(flat(rest));
  const isTable = ([, value]: [string, unknown]) =>
    Array.isArray(value) && value.length > 0 && value.every(isRow);
  const values = entries.filter((entry) => !isTable(entry));
  const width = Math.max(0, ...values.map(([name]) => name.length));
  // No line of a value can pass for one of the answer.
  const indent = `\n${' '.repeat(width + 3)}`;
  const line = ([name, value]: [string, unknown]) =>
    printableLines(`${name.padEnd(width)}   ${cell(value)}`).replace(/\n(?=.)/g, indent);
  return [
    ...(typeof summary === 'string' ? [printable(plain(summary))] : []),
    ...(values.length > 0 ? [values.map(line).join('\n')] : []),
    ...entries
      .filter(isTable)
      .map(([name, rows]) => `${printable(name)}:\n${tableOf(rows as Row[])}`),
  ].join('\n\n');
}

/** A column that is empty in all rows is left out. */
function tableOf(rows: Row[]): string {
  const flatRows = rows.map(flat);
  const names = [...new Set(flatRows.flatMap((row) => Object.keys(row)))].filter((name) =>
    flatRows.some((row) => cell(row[name]) !== ''),
  );
  const cells = flatRows.map((row) => names.map((name) => cell(row[name])));
  return formatTable(names, cells, names.length);
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names what is within an object, such as `time.medianSeconds`. */
const flat = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isRow(value)
        ? Object.entries(flat(value)).map(([own, inner]) => [`${name}.${own}`, inner])
        : [[name, value]],
    ),
  );

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (isRow(one) ? JSON.stringify(one) : String(one))).join(', ');
}
