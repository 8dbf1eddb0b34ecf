import { printable } from '../../printable.ts';

/**
 * Returns aligned columns with headings. The first `labels` columns and the last, a bar, are left-aligned; the others
 * are right-aligned. Cells may contain text by strangers.
 */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  labels = 1,
): string {
  const lines = [head, ...rows].map((row) => row.map(printable));
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

export const formatPercent = (part: number, whole: number): string =>
  `${whole === 0 ? '0.0' : ((part / whole) * 100).toFixed(1)} %`;

/** Formats as `2 d 3 h`, `4 min 5 s` or `0.3 s`; a dash for null. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  for (const [large, largeName, small, smallName] of UNITS) {
    const rounded = Math.round(seconds / small) * small;
    if (rounded < large) continue;
    const rest = (rounded % large) / small;
    return `${Math.floor(rounded / large)} ${largeName} ${rest} ${smallName}`;
  }
  return `${seconds} s`;
}

const UNITS = [
  [86_400, 'd', 3600, 'h'],
  [3600, 'h', 60, 'min'],
  [60, 'min', 1, 's'],
] as const;
