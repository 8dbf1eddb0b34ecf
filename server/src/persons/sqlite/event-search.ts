import type { Database } from 'better-sqlite3';
import type { Slices } from './slices.ts';
import { bitsOf, createWindowFilters, type PersonBits, WINDOW_ROWS } from './window-filters.ts';

interface Search {
  consentId: string;
  bits: PersonBits;
  /** The last `seq` that is searched for. */
  through: number;
  /** The next window to look at, and the last. */
  next: number;
  last: number;
  /** Windows after `next` that another search has already read for this one. */
  lookedAt: Set<number>;
  found: number[];
  /** Its caller is processing events. Nothing more is searched for it meanwhile, so that memory stays small. */
  isTaking: boolean;
}

const windowOf = (seq: number) => Math.floor((seq - 1) / WINDOW_ROWS);

/**
 * Finds the events of a person in a table that has no index by person. Searches run a window at a time, in slices of the event loop. Windows that cannot hold the person are skipped, and a
 * window is read once for all searches that need it: docs/decisions/019-searching-by-person.md.
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
    .prepare<[number, number, string], [seq: number, consentId: string]>(
      `SELECT seq, consent_id FROM events
       WHERE seq > ? AND seq <= ? AND consent_id IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const filters = createWindowFilters();
  const running = new Set<Search>();

  /** Moves to the next window that may hold the person. Returns null at the end. */
  function nextWindow(search: Search): number | null {
    for (; search.next <= search.last; search.next++) {
      const window = search.next;
      if (search.lookedAt.delete(window) || !filters.mayHold(window, search.bits)) continue;
      if (filters.has(window)) return window;
      // After deletions or gaps in the sequence there may be millions of windows without a row.
      const seq = selectNext.get(window * WINDOW_ROWS);
      if (seq == null) return null;
      if (windowOf(seq) === window) return window;
      search.next = windowOf(seq) - 1;
    }
    return null;
  }

  const needs = (search: Search, window: number) =>
    window >= search.next &&
    window <= search.last &&
    !search.isTaking &&
    !search.lookedAt.has(window);

  function look(window: number, lastSeq: number) {
    const [after, through] = [window * WINDOW_ROWS, (window + 1) * WINDOW_ROWS];
    // `seq` never decreases: once a higher one exists, this window gets no more rows.
    if (!filters.has(window) && through <= lastSeq) {
      filters.add(window, selectPeople.all(after, through));
    }
    const searches = [...running].filter((search) => needs(search, window));
    const people = searches
      .filter(({ bits }) => filters.mayHold(window, bits))
      .map(({ consentId }) => consentId);
    const events =
      people.length === 0 ? [] : selectEvents.all(after, through, JSON.stringify(people));
    for (const search of searches) {
      search.lookedAt.add(window);
      for (const [seq, consentId] of events) {
        if (consentId === search.consentId && seq <= search.through) search.found.push(seq);
      }
    }
  }

  /** Runs in a slice. Returns whether there are more windows. */
  function step(search: Search): boolean {
    const window = nextWindow(search);
    if (window === null) return false;
    look(window, search.through);
    return true;
  }

  return {
    /**
     * Calls `take` with the `seq` of the person's events that exist at the start, some at a time and in no particular
     * order. Waits for each call before it continues.
     */
    async find(consentId: string, take: (seqs: number[]) => void | Promise<void>) {
      const { first, last } = selectEnds.get() ?? {};
      if (first == null || last == null) return;
      filters.forgetBefore(windowOf(first));
      const search: Search = {
        consentId,
        bits: bitsOf(consentId),
        through: last,
        next: windowOf(first),
        last: windowOf(last),
        lookedAt: new Set(),
        found: [],
        isTaking: false,
      };
      running.add(search);
      try {
        for (let isMore = true; isMore; ) {
          isMore = await slices.run(consentId, () => step(search));
          if (search.found.length > 0) {
            search.isTaking = true;
            await take(search.found.splice(0));
            search.isTaking = false;
          }
        }
      } finally {
        running.delete(search);
      }
    },
  };
}
