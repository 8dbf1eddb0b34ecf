import type { Report } from '../benchmark.ts';

/** Formats a report for a terminal, in aligned columns: words on the left, numbers on the right. */
export function formatReport({ title, columns, rows, notes, targets }: Report): string {
  const lines = [title, '', ...alignColumns([columns, ...rows])];
  if (notes.length > 0) lines.push('', ...notes.map((note) => `  ${note}`));
  if (targets.length > 0) {
    const judged = targets.map(({ what, measured, wanted, met }) => [
      what,
      measured,
      wanted,
      wanted === '' ? '' : met ? 'met' : 'MISSED',
    ]);
    lines.push('', ...alignColumns([['', 'measured', 'wanted', ''], ...judged]));
  }
  return `${lines.join('\n')}\n`;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumeric = widths.map((_, column) =>
    rows.slice(1).every((row) => /^[\d.,]*( %| ms| MB| s)?$/.test(row[column] ?? '')),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
