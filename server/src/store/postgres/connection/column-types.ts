import { customType } from 'drizzle-orm/pg-core';
import { types } from 'pg';

/** `types.builtins` by name: https://www.postgresql.org/docs/current/catalog-pg-type.html */
const { INT8, DATE, TIMESTAMPTZ } = types.builtins;

/** The {@link Store} knows times as milliseconds since 1970 UTC; in the tables they are times, for whoever looks there. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: toTimestamp,
  fromDriver: fromTimestamp,
});

/** An id, ordered and compared byte by byte, as in SQLite, whatever the language of the database is. */
export const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** As PostgreSQL reads a time: ISO 8601, and years before the first counted as it counts them. */
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

/** How values come back: times as milliseconds, days as they are written, counts as numbers. */
export const columnTypes: typeof types = {
  ...types,
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === TIMESTAMPTZ) return fromTimestamp;
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return Number;
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};
