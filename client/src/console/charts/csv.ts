import { BYTE_ORDER_MARK } from '#shared/byte-order-mark';
import { plain } from '#shared/format-figures';
import { guardFormulas } from '#shared/guard-formulas';

export type Cell = string | number | null;

/** Returns a table as CSV (RFC 4180). Text is guarded, because strangers write campaign names and paths. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');

function toField(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = guardFormulas(plain(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves a file that the browser made itself. @param title what it shows, after which it is named */
export function saveFile(title: string, ending: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
