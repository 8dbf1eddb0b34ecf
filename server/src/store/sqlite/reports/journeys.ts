import type { Database } from 'better-sqlite3';
import { createJourneyHeap } from '../../journeys/journey-heap.ts';
import {
  addRows,
  EVERYBODY,
  type JourneyRows,
  LIMITS,
  type Part,
  split,
} from '../../journeys/journey-parts.ts';
import { matchSql } from '../../journeys/match-sql.ts';
import type { Journey, JourneyQuery } from '../../store.ts';
import { BREAKDOWN_SQL } from './counts.ts';
import { sqliteProperties } from './properties.ts';
import { forEachWindow } from './windows.ts';

/** Rows fetched from SQLite at a time. */
const WINDOW_ROWS = 5_000;

/**
 * Builds journeys from `events` alone. The table has no index by person, because each further index costs the intake
 * more than the insert itself. Rows are read once, in the order of `seq`, and grouped by person in memory. When that
 * exceeds the limits, a pass covers half of the people, or a quarter, and there are more passes.
 */
export function visitJourneys(
  db: Database,
  query: JourneyQuery,
  visit: (journey: Journey) => void,
  limits = LIMITS,
): void {
  const read = prepareRead(db, query);
  function visitPart(part: Part) {
    const heap = createJourneyHeap(limits);
    if (read((rows) => addRows(heap, rows, query.every, part))) heap.visit(visit);
    else for (const half of split(part)) visitPart(half);
  }
  // One transaction: all passes see the same rows.
  db.transaction(() => visitPart(EVERYBODY))();
}

/**
 * Returns a function that passes all rows on, a window at a time, until one is refused. It returns whether all were
 * accepted.
 */
function prepareRead(db: Database, query: JourneyQuery) {
  const { conditions, every, touch, from, to, onProgress } = query;
  const values: Record<string, string | number> = {};
  const bind = (value: string | number) => {
    const name = `v${Object.keys(values).length}`;
    values[name] = value;
    return `@${name}`;
  };
  const names = new Set(conditions.map(({ event }) => event));
  const where = ['seq > @after AND seq <= @through'];
  if (!every && !names.has(null)) {
    // Half the time of IN with a list, for which SQLite builds a temporary table.
    where.push(`(${[...names].map((name) => `name = ${bind(name ?? '')}`).join(' OR ')})`);
  }
  if (from !== null) where.push(`occurred_at >= ${bind(from)}`);
  if (to !== null) where.push(`occurred_at <= ${bind(to)}`);
  const select = db.prepare<[Record<string, string | number>], JourneyRows>(
    `SELECT json_group_array(consent_id) AS people, json_group_array(occurred_at) AS times,
            json_group_array(met) AS met, ${touch ? 'json_group_array(touch)' : `'[]'`} AS touches
     FROM (SELECT consent_id, occurred_at, ${matchSql(conditions, bind, sqliteProperties)} AS met,
                  ${touch ? BREAKDOWN_SQL[touch] : 'NULL'} AS touch
           FROM events WHERE ${where.join(' AND ')})`,
  );
  return (take: (rows: JourneyRows) => boolean) =>
    forEachWindow(
      db,
      WINDOW_ROWS,
      (window) => {
        const row = select.get({ ...values, ...window });
        return row === undefined || take(row);
      },
      onProgress,
    );
}
