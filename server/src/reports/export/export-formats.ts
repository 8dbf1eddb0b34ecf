import { stringify } from 'csv-stringify/sync';
import { guardFormulas, guardFormulasInJson } from '#shared/guard-formulas';
import { withIsoTimes } from '../../lib/iso-times.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import type { ExportRow } from '../../store/store.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface FormatOptions {
  /** Escapes characters in CSV that a terminal would obey; for people who look at it, not for programs. */
  toTerminal?: boolean;
}

/**
 * Yields rows as text, page by page. Times are ISO times; null becomes empty.
 *
 * CSV follows RFC 4180: CRLF, and quotes where needed. Text that a spreadsheet would run as a formula (`=1+1`, `@SUM`)
 * is guarded (guard-formulas.ts), because strangers write names and use cases.
 */
export async function* formatRows(
  pages: AsyncIterable<readonly ExportRow[]>,
  format: ExportFormat,
  { toTerminal = false }: FormatOptions = {},
): AsyncIterable<string> {
  let isFirst = true;
  for await (const page of pages) {
    yield format === 'csv'
      ? csvOf(page, { header: isFirst, toTerminal })
      : page.map(withIsoTimes).map(toJsonLine).join('');
    isFirst = false;
  }
}

/** Returns rows as CSV. */
export const csvOf = (
  rows: readonly ExportRow[],
  { header, toTerminal }: FormatOptions & { header: boolean },
): string =>
  stringify(rows.map(withIsoTimes), {
    header,
    record_delimiter: toTerminal ? 'unix' : 'windows',
    cast: {
      string(text, { column }) {
        const guarded = column === 'properties' ? guardFormulasInJson(text) : guardFormulas(text);
        return toTerminal ? printable(guarded) : guarded;
      },
    },
    // Many programs treat a single one of these as a line end.
    quoted_match: /[\r\n]/,
  });

const toJsonLine = ({ properties, ...row }: ExportRow) =>
  `${printableJson(typeof properties === 'string' ? { ...row, properties: JSON.parse(properties) } : row)}\n`;
