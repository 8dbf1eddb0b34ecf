import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK } from '#shared/byte-order-mark';
import { guardFormulas, guardFormulasInJson } from '#shared/guard-formulas';
import { withIsoTimes } from '../../lib/iso-times.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import type { ExportRow } from '../../store/store.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export const CSV_READERS = ['programs', 'spreadsheets'] as const;
export type CsvReader = (typeof CSV_READERS)[number];

interface CsvOptions {
  /** Programs get each text as it was written, and spreadsheets none that they would run. */
  reader?: CsvReader;
  /** Escapes characters that a terminal would obey. */
  toTerminal?: boolean;
  /** In their order. Without them, the first row has all. */
  columns?: readonly string[] | Readonly<Record<string, string>>;
  /** Whether the first line has the titles, also without rows. */
  header?: boolean;
}

/** Yields rows as JSON, page by page, one row a line. Times are ISO times. */
export async function* toNdjson(pages: AsyncIterable<readonly ExportRow[]>): AsyncIterable<string> {
  for await (const page of pages) yield page.map(withIsoTimes).map(toJsonLine).join('');
}

/** Yields rows as CSV, page by page, below the names of their columns. */
export async function* toCsv(
  pages: AsyncIterable<readonly ExportRow[]>,
  columns: readonly string[],
  options: CsvOptions,
): AsyncIterable<string> {
  if (options.reader === 'spreadsheets' && !options.toTerminal) yield BYTE_ORDER_MARK;
  yield csvOf([], { ...options, columns, header: true });
  for await (const page of pages) yield csvOf(page, options);
}

/**
 * Returns rows as CSV. It follows RFC 4180: CRLF, and quotes where needed. Times are ISO times; null becomes empty. Text that
 * a spreadsheet would run as a formula (`=1+1`, `@SUM`) is guarded for it (guard-formulas.ts), because strangers write
 * names and use cases.
 */
export const csvOf = (
  rows: readonly ExportRow[],
  { reader = 'spreadsheets', toTerminal = false, ...layout }: CsvOptions = {},
): string =>
  stringify(rows.map(withIsoTimes), {
    ...layout,
    record_delimiter: toTerminal ? 'unix' : 'windows',
    cast: {
      string(text, { column }) {
        const guard = column === 'properties' ? guardFormulasInJson : guardFormulas;
        const cell = reader === 'programs' ? text : guard(text);
        return toTerminal ? printable(cell) : cell;
      },
    },
    // Many programs treat a single one of these as a line end.
    quoted_match: /[\r\n]/,
  });

const toJsonLine = ({ properties, ...row }: ExportRow) =>
  `${printableJson(typeof properties === 'string' ? { ...row, properties: JSON.parse(properties) } : row)}\n`;
