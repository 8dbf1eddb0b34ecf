import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';

// The same tables as in ../../sqlite/connection/schema-team.ts, with PostgreSQL's own types.

/** What happened and when, for charts and exports: see the SQLite schema. */
export const notes = pgTable(
  'notes',
  {
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique(),
    id: id().primaryKey(),
    at: instant().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index('notes_at').on(table.at)],
);

/** One row for each time that an alert was raised: see the SQLite schema. */
export const alerts = pgTable(
  'alerts',
  {
    id: id().primaryKey(),
    name: id().notNull(),
    text: text().notNull(),
    since: instant().notNull(),
    raisedAt: instant('raised_at').notNull(),
    clearedAt: instant('cleared_at'),
  },
  (table) => [
    uniqueIndex('alerts_open').on(table.name).where(sql`${table.clearedAt} IS NULL`),
    index('alerts_raised').on(table.raisedAt),
  ],
);

/** Alerts that nobody wants to be told about until then. */
export const alertSilences = pgTable('alert_silences', {
  name: id().primaryKey(),
  until: instant().notNull(),
});

/** What happens once for each value: see the SQLite schema. */
export const marks = pgTable('marks', {
  name: id().primaryKey(),
  value: text().notNull(),
  at: instant().notNull(),
});
