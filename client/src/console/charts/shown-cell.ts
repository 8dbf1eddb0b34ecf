import { formatCount, formatShare } from '#shared/format-figures';
import type { Cell } from './csv.ts';

/** A number is shown in words that depend on its column, and downloaded as it is. Text may take several lines. */
export type ShownCell = string | { value: Cell; shown: string; isText?: boolean };

export const shownCount = (count: number): ShownCell => ({
  value: count,
  shown: formatCount(count),
});

/** A share from 0 to 1. */
export const shownShare = (part: number, whole: number): ShownCell => ({
  value: whole === 0 ? null : part / whole,
  shown: formatShare(part, whole),
});
