import { getTableConfig, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { HOUR_MS } from '#shared/limits';
import { tables } from '../../store/sqlite/connection/schema.ts';

/** A rule that every row written by this program keeps. */
export interface Invariant {
  /** What to call the broken rows in a message. */
  broken: string;
  /** Where they are. */
  from: string;
}

/** What no check of a table can say, or an insert would pay for. */
const OF_SEVERAL: readonly Invariant[] = [
  {
    broken: 'events whose properties are not a JSON object',
    from: "events WHERE CASE WHEN json_valid(properties) THEN json_type(properties) <> 'object' ELSE 1 END",
  },
  {
    broken: 'delivery cursors after the last event, which would skip new events',
    from: "relay_state WHERE last_seq > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)",
  },
  {
    // A withdrawal is stored whatever text it names.
    broken: 'grants to a text that is not on record',
    from: 'consents WHERE analytics = 1 AND revision NOT IN (SELECT revision FROM consent_texts)',
  },
];

/** Those, and the checks of the tables: SQLite's own look at a file leaves these out where it may only read. */
export function invariants(): Invariant[] {
  const dialect = new SQLiteSyncDialect();
  const ofTables = Object.values(tables).flatMap((table) => {
    const { name, checks } = getTableConfig(table);
    return checks.map(({ value }) => {
      const rule = dialect.sqlToQuery(value).sql;
      return { broken: `rows of ${name} that break ${rule}`, from: `${name} WHERE NOT (${rule})` };
    });
  });
  return [...ofTables, ...OF_SEVERAL];
}

/** When rows are dated. */
const DATED = [
  ['events', 'received_at'],
  ['consents', 'recorded_at'],
  ['notifyme_signups', 'created_at'],
  ['outbox', 'created_at'],
  ['confirmations', 'created_at'],
  ['signup_proofs', 'removed_at'],
  ['signup_decisions', 'decided_at'],
  ['invitations', 'created_at'],
  ['mailings', 'created_at'],
  ['alerts', 'raised_at'],
  ['webhooks_off', 'at'],
] as const;

/**
 * Returns a query for the tables with rows dated in the future, and how many these are. A clock that was ahead dated them.
 * They are as this program writes them, and most cannot be changed.
 *
 * @param now milliseconds since 1970 UTC
 */
export const rowsToCome = (now: number): string => {
  const latest = now + 24 * HOUR_MS; // for a clock that was corrected
  const counts = DATED.map(
    ([table, column]) =>
      `SELECT '${table}' AS name, count(*) AS count FROM ${table} WHERE ${column} > ${latest}`,
  );
  return `SELECT name, count FROM (${counts.join(' UNION ALL ')}) WHERE count > 0`;
};
