import type { Database } from 'better-sqlite3';
import type { Journey, JourneyQuery } from '../store.ts';
import { BREAKDOWN_SQL } from './counts.ts';
import { createJourneyHeap, type HeapLimits, type JourneyHeap } from './journey-heap.ts';
import { matchSql } from './match-sql.ts';
import { forEachWindow } from './windows.ts';

/** Rows that cross from SQLite at once, as one JSON array a column: by themselves they would cost three times as much. */
const WINDOW_ROWS = 5_000;

/** Some 230 MB. */
const LIMITS: HeapLimits = { maxEvents: 8_000_000, maxPeople: 1_000_000 };

/**
 * Journeys out of `events` alone. It has no index by person, because each further one costs the intake more than the
 * insert itself: rows are read once, in the order of `seq`, and dealt out to their people in memory. Where that is more
 * than the limits allow, a pass takes half of the people, or a quarter, and there are as many more passes.
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
  db.transaction(() => visitPart({ parts: 1, index: 0 }))();
}

/** The people whose hash leaves `index` when it is divided by `parts`. */
interface Part {
  parts: number;
  index: number;
}

const split = ({ parts, index }: Part): Part[] => [
  { parts: parts * 2, index },
  { parts: parts * 2, index: index + parts },
];

function isIn({ parts, index }: Part, person: string): boolean {
  if (parts === 1) return true;
  let hash = 0;
  for (let at = 0; at < person.length; at++)
    hash = (Math.imul(hash, 31) + person.charCodeAt(at)) >>> 0;
  return hash % parts === index;
}

/** Columns. */
interface Rows {
  people: string[];
  times: number[];
  met: number[];
  touches: (string | null)[];
}

/** Whether there was room for them. */
function addRows(heap: JourneyHeap, rows: Rows, every: boolean, part: Part): boolean {
  const { people, times, met, touches } = rows;
  for (const [row, person] of people.entries()) {
    const conditions = met[row] ?? 0;
    if ((conditions === 0 && !every) || !isIn(part, person)) continue;
    if (!heap.add(person, times[row] ?? 0, conditions, touches[row] ?? null)) return false;
  }
  return true;
}

/** Answers a function that shows all rows, window by window, until one is refused; it answers whether none was. */
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
  if (!every && !names.has(null))
    where.push(`name IN (${[...names].map((name) => bind(name ?? ''))})`);
  if (from !== null) where.push(`occurred_at >= ${bind(from)}`);
  if (to !== null) where.push(`occurred_at <= ${bind(to)}`);
  const select = db.prepare<[Record<string, string | number>], Record<keyof Rows, string>>(
    `SELECT json_group_array(consent_id) AS people, json_group_array(occurred_at) AS times,
            json_group_array(met) AS met, ${touch ? 'json_group_array(touch)' : `'[]'`} AS touches
     FROM (SELECT consent_id, occurred_at, ${matchSql(conditions, bind)} AS met,
                  ${touch ? BREAKDOWN_SQL[touch] : 'NULL'} AS touch
           FROM events WHERE ${where.join(' AND ')})`,
  );
  return (take: (rows: Rows) => boolean) =>
    forEachWindow(
      db,
      WINDOW_ROWS,
      (window) => {
        const row = select.get({ ...values, ...window });
        return row === undefined || take(parseRows(row));
      },
      onProgress,
    );
}

const parseRows = ({ people, times, met, touches }: Record<keyof Rows, string>) => ({
  people: JSON.parse(people) as string[],
  times: JSON.parse(times) as number[],
  met: JSON.parse(met) as number[],
  touches: JSON.parse(touches) as (string | null)[],
});
