import { CONTEXT_COLUMNS } from '../../store/event-context.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';

/** A row of `events`. The context is the JSON of an array, in the order that chunk-reader.ts expects. */
export interface ScannedRow {
  person: string;
  at: number;
  name: string;
  properties: string;
  context: string;
}

const COUNT = sql(
  'SELECT count(*) AS count FROM events WHERE seq > {after:int} AND seq <= {through:int}',
).rows<{ count: number }>();
// The database joins the context, because a row of 13 values takes twice as long.
const SELECT_ROWS = sql({
  sqlite: `SELECT consent_id AS person, occurred_at AS at, name, properties,
      json_array(${CONTEXT_COLUMNS}) AS context
    FROM events WHERE seq > {after:int} AND seq <= {through:int} ORDER BY seq`,
  postgres: `SELECT consent_id AS person, occurred_at AS at, name, properties::text AS properties,
      json_build_array(${CONTEXT_COLUMNS})::text AS context
    FROM events WHERE seq > {after:int} AND seq <= {through:int} ORDER BY seq`,
}).rows<ScannedRow>();
/** The rows of a stretch of `seq`: after the first number, through the second. */
export const rowsIn = (db: Db) => ({
  read: (after: number, through: number) => db.all(SELECT_ROWS, { after, through }),
  *count(after: number, through: number): Op<number> {
    return (yield* db.get(COUNT, { after, through }))?.count ?? 0;
  },
});
export type EventRows = ReturnType<typeof rowsIn>;

/**
 * The number of `seq` in one part, and the most events of a chunk. The rows of the last part, which is not complete, are
 * read one by one. So a part is small.
 */
export const PART_EVENTS = 16_384;

/** The part that a `seq` belongs to. The triggers of the migrations compute the same. */
export const partAt = (seq: number): number => Math.floor((seq - 1) / PART_EVENTS);
/** The `seq` before a part, and its last one. */
export const seqsOf = (part: number): [after: number, through: number] => [
  part * PART_EVENTS,
  (part + 1) * PART_EVENTS,
];
