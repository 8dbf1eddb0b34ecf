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
import { toTimestamp } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';
import { BREAKDOWN_SQL } from './counts.ts';
import { postgresProperties } from './properties.ts';
import { forEachWindow } from './windows.ts';

/** Rows fetched from the server at a time. */
const WINDOW_ROWS = 20_000;

/**
 * Groups events into journeys in memory, as ../../sqlite/reports/journeys.ts does: the server only reads, and the
 * numbers are the same.
 */
export async function visitJourneys(
  tx: Transaction,
  query: JourneyQuery,
  visit: (journey: Journey) => void,
  limits = LIMITS,
): Promise<void> {
  const read = prepareRead(tx, query);
  async function visitPart(part: Part) {
    const heap = createJourneyHeap(limits);
    if (await read((rows) => addRows(heap, rows, query.every, part))) heap.visit(visit);
    else for (const half of split(part)) await visitPart(half);
  }
  await visitPart(EVERYBODY);
}

/**
 * Returns a function that passes all rows on, a window at a time, until one is refused. It resolves with whether all
 * were accepted.
 */
function prepareRead(tx: Transaction, query: JourneyQuery) {
  const { conditions, every, touch, from, to, onProgress } = query;
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `$${values.push(value) + 2}`;
  const names = new Set(conditions.map(({ event }) => event));
  const where = ['seq > $1 AND seq <= $2'];
  if (!every && !names.has(null)) {
    where.push(`name IN (${[...names].map((name) => bind(name ?? '')).join(', ')})`);
  }
  if (from !== null) where.push(`occurred_at >= ${bind(toTimestamp(from))}::timestamptz`);
  if (to !== null) where.push(`occurred_at <= ${bind(toTimestamp(to))}::timestamptz`);
  const column = (name: string) => `coalesce(json_agg(${name} ORDER BY seq), '[]')::text`;
  const select = `
    SELECT ${column('consent_id')} AS people, ${column('at')} AS times, ${column('met')} AS met,
      ${touch ? column('touch') : `'[]'`} AS touches
    FROM (SELECT seq, consent_id, round(extract(epoch FROM occurred_at) * 1000)::bigint AS at,
        ${matchSql(conditions, bind, postgresProperties)} AS met, ${touch ? BREAKDOWN_SQL[touch] : 'NULL'} AS touch
      FROM events WHERE ${where.join(' AND ')}) AS found`;
  return (take: (rows: JourneyRows) => boolean) =>
    forEachWindow(
      tx,
      WINDOW_ROWS,
      async ({ after, through }) => {
        const { rows } = await tx.query<JourneyRows>(select, [after, through, ...values]);
        return rows[0] === undefined || take(rows[0]);
      },
      onProgress,
    );
}
