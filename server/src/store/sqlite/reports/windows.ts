import type { Database } from 'better-sqlite3';
import type { OnProgress } from '../../store.ts';

/** The rows of `events` after one `seq` and up to another, inclusive. */
export interface Window {
  after: number;
  through: number;
}

/**
 * Reads all of `events`, a window at a time, in the order of `seq`. Memory stays small, and grouped rows are sorted
 * within it.
 *
 * @param look returns whether to go on
 * @returns whether it reached the end
 */
export function forEachWindow(
  db: Database,
  rows: number,
  look: (window: Window) => boolean,
  onProgress?: OnProgress,
): boolean {
  const { first = 1, last = 0 } =
    db
      .prepare<[], { first: number; last: number }>(
        `SELECT coalesce((SELECT min(seq) FROM events), 1) AS first,
                coalesce((SELECT max(seq) FROM events), 0) AS last`,
      )
      .get() ?? {};
  for (let after = first - 1; after < last; after += rows) {
    const through = Math.min(after + rows, last);
    if (!look({ after, through })) return false;
    onProgress?.(through - first + 1, last - first + 1);
  }
  return true;
}
