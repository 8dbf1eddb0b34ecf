import type { Transaction } from '../connection/transaction.ts';

/** The rows of `events` after one `seq` and up to another, inclusive. */
export interface Window {
  after: number;
  through: number;
}

/**
 * Reads all of `events`, a window at a time, in the order of `seq`.
 *
 * @param look returns whether to go on
 * @returns whether it reached the end
 */
export async function forEachWindow(
  tx: Transaction,
  size: number,
  look: (window: Window) => Promise<boolean>,
  onProgress?: (looked: number, all: number) => void,
): Promise<boolean> {
  const { rows } = await tx.query<{ first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM events',
  );
  const { first, last } = rows[0] ?? {};
  if (first == null || last == null) return true;
  for (let after = first - 1; after < last; after += size) {
    const through = Math.min(after + size, last);
    if (!(await look({ after, through }))) return false;
    onProgress?.(through - first + 1, last - first + 1);
  }
  return true;
}
