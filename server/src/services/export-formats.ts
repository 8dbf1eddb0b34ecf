import { stringify } from 'csv-stringify/sync';
import type { ExportRow } from '../store/store.ts';
import { guardFormulas, guardFormulasInJson } from './guard-formulas.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Yields rows as text, page by page. Times are ISO times, null is empty.
 *
 * CSV is RFC 4180's: CRLF, quotes where they are needed. What a spreadsheet would run as a formula (`=1+1`, `@SUM`) is
 * guarded (guard-formulas.ts): names and use cases are written by strangers.
 */
export async function* formatRows(
  pages: AsyncIterable<readonly ExportRow[]>,
  format: ExportFormat,
): AsyncIterable<string> {
  let isFirst = true;
  for await (const page of pages) {
    const rows = page.map(withIsoTimes);
    yield format === 'csv' ? toCsv(rows, isFirst) : rows.map(toJsonLine).join('');
    isFirst = false;
  }
}

const toCsv = (rows: ExportRow[], header: boolean) =>
  stringify(rows, {
    header,
    record_delimiter: 'windows',
    cast: {
      string: (text, { column }) =>
        column === 'properties' ? guardFormulasInJson(text) : guardFormulas(text),
    },
    // Alone they end a line for many programs.
    quoted_match: /[\r\n]/,
  });

const toJsonLine = ({ properties, ...row }: ExportRow) =>
  `${JSON.stringify(typeof properties === 'string' ? { ...row, properties: JSON.parse(properties) } : row)}\n`;

const withIsoTimes = (row: ExportRow): ExportRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const isTime = column.endsWith('_at') && typeof value === 'number';
      return [column, isTime ? new Date(value).toISOString() : value];
    }),
  );
