import { customType } from 'drizzle-orm/pg-core';
import { types } from 'pg';

/** `types.builtins` by name: https://www.postgresql.org/docs/current/catalog-pg-type.html */
const { INT8, DATE, TIMESTAMPTZ } = types.builtins;

/**
 * The {@link Store} uses milliseconds since 1970 UTC. The tables use timestamps, which are easier to read for people
 * who look into them.
 */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: toTimestamp,
  fromDriver: fromTimestamp,
});

/** An id, or another key. It is ordered and compared byte by byte, as in SQLite, whatever the locale of the database. */
export const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Formats a time as PostgreSQL reads it: ISO 8601, with PostgreSQL's own numbers for years before year 1. */
export function toTimestamp(ms: number): string {
  const time = new Date(ms);
  const year = time.getUTCFullYear();
  if (year > 0 && year < 10_000) return time.toISOString();
  const [, rest = ''] = /^[+-]?\d+(-.*)$/.exec(time.toISOString()) ?? [];
  const years = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return `${years}${rest}${year > 0 ? '' : ' BC'}`;
}

export const toTimestampOrNull = (ms: number | null) => (ms === null ? null : toTimestamp(ms));

const parseTimestamp = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

function fromTimestamp(text: string): number {
  return parseTimestamp(text).getTime();
}

/** Parses values that the server returns: times as milliseconds, days as text, counts as numbers. */
export const columnTypes: typeof types = {
  ...types,
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === TIMESTAMPTZ) return fromTimestamp;
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};
