import type { Database } from 'better-sqlite3';
import type { ReceivedRange } from '../../store.ts';

/** The rows of `events` that a scan must read, by plain SQL. */
interface NaiveRow {
  consent_id: string;
  occurred_at: number;
  name: string;
  properties: string;
  utm_source: string | null;
}

/** What a report asks of people. Kinds are told apart by their names. */
export interface NaiveQuery extends ReceivedRange {
  /** For each name, the conditions that it matches. */
  matchedSteps: Readonly<Record<string, number>>;
  withOthers: boolean;
  /** Breaks down by the property `x` of an event, or by its source. */
  breakdown: 'kind' | 'context' | null;
}

/** Returns each person's rows, by time and then by arrival. */
function readPeople(db: Database, { from, to, receivedBefore }: ReceivedRange): NaiveRow[][] {
  const rows = db
    .prepare<number[], NaiveRow>(
      `SELECT consent_id, occurred_at, name, properties, utm_source FROM events
       WHERE occurred_at >= ? AND occurred_at <= ? AND received_at < ? ORDER BY occurred_at, seq`,
    )
    .all(from ?? -1e15, to ?? 1e15, receivedBefore ?? 1e15);
  const people = new Map<string, NaiveRow[]>();
  for (const row of rows) {
    people.set(row.consent_id, [...(people.get(row.consent_id) ?? []), row]);
  }
  return [...people.values()];
}

/** Returns what `visitPeople` visits: for each person the times and matched conditions, and the first value. */
export function naivePeople(db: Database, query: NaiveQuery) {
  return readPeople(db, query).flatMap((own) => {
    const visited = own.filter(({ name }) => query.withOthers || query.matchedSteps[name]);
    const values = visited.map((row) => {
      if (query.breakdown === null) return null;
      if (query.breakdown === 'context') return row.utm_source;
      return (JSON.parse(row.properties) as { x?: string }).x ?? null;
    });
    const events = visited.map((row) => [row.occurred_at, query.matchedSteps[row.name] ?? 0]);
    return visited.length === 0 ? [] : [[events, values.find((value) => value !== null) ?? null]];
  });
}
