import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What happened and when, for charts and exports: written by people, or `version` at the start of another build. */
export const notes = sqliteTable(
  'notes',
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index('notes_at').on(table.at)],
);

/** One row for each time that an alert was raised. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** What is wrong. */
    text: text().notNull(),
    /** Since when it is wrong, which is earlier than it was raised. */
    since: integer().notNull(),
    raisedAt: integer('raised_at').notNull(),
    /** Null while it is wrong. */
    clearedAt: integer('cleared_at'),
  },
  (table) => [
    uniqueIndex('alerts_open').on(table.name).where(sql`${table.clearedAt} IS NULL`),
    index('alerts_raised').on(table.raisedAt),
  ],
);

/** Alerts that nobody wants to be told about until then. */
export const alertSilences = sqliteTable('alert_silences', {
  name: text().primaryKey(),
  until: integer().notNull(),
});

/** What happens once for each value: the week of the last digest, the last build, the last verified backup,
 * the last alert of a name that was told. */
export const marks = sqliteTable('marks', {
  name: text().primaryKey(),
  value: text().notNull(),
  at: integer().notNull(),
});
