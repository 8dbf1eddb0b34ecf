import type { Database } from 'better-sqlite3';
import type { Slices } from './slices.ts';
import { bitsOf, createWindowFilters, WINDOW_ROWS } from './window-filters.ts';

const windowOf = (seq: number) => Math.floor((seq - 1) / WINDOW_ROWS);

/**
 * Finds the events of a person in a table that has no index by person. A search runs a window at a time, in slices of the event loop,
 * and skips windows that cannot hold the person. Searches take turns, so the first one that reads a window saves the others from it:
 * docs/decisions/019-searching-by-person.md.
 */
export function createEventSearch(db: Database, slices: Slices) {
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
  );
  const selectNext = db
    .prepare<[number], number | null>('SELECT min(seq) FROM events WHERE seq > ?')
    .pluck();
  const selectPeople = db
    .prepare<[number, number], string>(
      'SELECT DISTINCT consent_id FROM events WHERE seq > ? AND seq <= ?',
    )
    .pluck();
  const selectEvents = db
    .prepare<[number, number, string], number>(
      'SELECT seq FROM events WHERE seq > ? AND seq <= ? AND consent_id = ? ORDER BY seq',
    )
    .pluck();
  const filters = createWindowFilters();

  return {
    /**
     * Calls `take` with the `seq` of the person's events that exist at the start, some at a time, in their order. Waits for
     * each call before it continues.
     */
    async find(consentId: string, take: (seqs: number[]) => void | Promise<void>) {
      const { first, last } = selectEnds.get() ?? {};
      if (first == null || last == null) return;
      filters.forgetBefore(windowOf(first));
      const bits = bitsOf(consentId);
      let window = windowOf(first);
      /** Runs in a slice: reads the next window that may hold the person. Returns null after the last one. */
      const step = (): number[] | null => {
        while (window <= windowOf(last) && !filters.mayHold(window, bits)) window += 1;
        const after = window * WINDOW_ROWS;
        // After deletions or gaps in the sequence there may be millions of windows without a row.
        const next = filters.has(window) ? after + 1 : selectNext.get(after);
        if (next == null || next > last) return null;
        if (windowOf(next) > window) {
          window = windowOf(next);
          return [];
        }
        const through = after + WINDOW_ROWS;
        // `seq` never decreases: once a higher one exists, this window gets no more rows.
        if (!filters.has(window) && through <= last) {
          filters.add(window, selectPeople.all(after, through));
        }
        const mayHold = filters.mayHold(window, bits);
        window += 1;
        return mayHold ? selectEvents.all(after, Math.min(through, last), consentId) : [];
      };
      for (;;) {
        const seqs = await slices.run(consentId, step);
        if (seqs === null) return;
        if (seqs.length > 0) await take(seqs);
      }
    },
  };
}
