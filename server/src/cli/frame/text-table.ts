import { plain } from '#shared/format-figures';
import { printable } from '../../lib/printable.ts';

/**
 * Returns aligned columns with headings. The first `labels` columns and the last, a bar, are left-aligned; the others
 * are right-aligned. Cells may contain text by strangers.
 */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  labels = 1,
): string {
  const lines = [head, ...rows].map((row) =>
    row.map((cell, column) => printable(column < labels ? cell : plain(cell))),
  );
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((row) =>
      row
        .map((cell, column) =>
          column < labels || column === head.length - 1
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Returns a bar of at most `width` characters, exact to an eighth of a character. @param share 0 to 1 */
export function formatBar(share: number, width: number): string {
  const eighths = Math.round(share * width * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

export const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
