import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';

// The tables of ../../sqlite/connection/schema.ts by the same names, with PostgreSQL's own types.

const count = () => bigint({ mode: 'number' });
/** The order in which rows came, which SQLite tells by its row ids. */
const seq = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique();

export const signups = pgTable(
  'notifyme_signups',
  {
    seq: seq(),
    id: id().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    youtubeChannel: text('youtube_channel'),
    useCase: text('use_case'),
    signupType: text('signup_type').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('notifyme_signups_email_key').on(sql`lower(${table.email})`)],
);

/** Append-only, by triggers of the migrations: it is the proof that GDPR article 7(1) asks for. */
export const consents = pgTable(
  'consents',
  {
    seq: seq(),
    id: id().primaryKey(),
    consentId: id('consent_id').notNull(),
    revision: integer().notNull(),
    analytics: boolean().notNull(),
    source: text().notNull(),
    language: text().notNull(),
    textHash: text('text_hash').notNull(),
    gpc: boolean().notNull(),
    /** By the browser's clock, at most the server's; null counts as `recorded_at`. */
    decidedAt: instant('decided_at'),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    // In the order of the decisions: each request asks for the latest one of an id, which may have 100,000.
    index('consents_latest').on(
      table.consentId,
      sql`coalesce(${table.decidedAt}, ${table.recordedAt})`,
      table.seq,
    ),
    index('consents_granted').on(table.consentId).where(sql`${table.analytics}`),
  ],
);

/**
 * A row here lets `consents` be deleted from. Only the retention job may put one in, and it takes it out
 * again before its transaction commits: no other connection ever sees it.
 */
export const retentionPass = pgTable('retention_pass', { id: integer().primaryKey() });

export const consentTexts = pgTable('consent_texts', {
  revision: integer().primaryKey(),
  hash: text().notNull(),
  language: text().notNull(),
  recipient: text(),
  text: text().notNull(),
  publishedAt: instant('published_at').notNull(),
});

export const consentRefusals = pgTable(
  'consent_refusals',
  {
    day: date().notNull(),
    source: text().notNull(),
    count: count().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);

/**
 * `properties` is kept as it was written: a copy to SQLite and back is the same to the byte. Unlike SQLite's, the
 * table has an index by person: a database that several processes write to is too large to be looked through while
 * nobody may write (persons.ts).
 */
export const events = pgTable(
  'events',
  {
    seq: bigint({ mode: 'number' }).generatedByDefaultAsIdentity().primaryKey(),
    id: id().notNull().unique('events_id_key'),
    consentId: id('consent_id').notNull(),
    sessionId: id('session_id'),
    name: text().notNull(),
    properties: json().notNull(),
    path: text(),
    referrerHost: text('referrer_host'),
    utmSource: text('utm_source'),
    utmMedium: text('utm_medium'),
    utmCampaign: text('utm_campaign'),
    utmTerm: text('utm_term'),
    utmContent: text('utm_content'),
    viewport: text(),
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('events_consent_id').on(table.consentId)],
);

/**
 * What was done with people's data: when, which kind, how many rows. Nothing about whom, so that it may be kept when
 * they are gone. Append-only, by triggers of the migrations.
 */
export const audit = pgTable('audit', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  at: instant().notNull(),
  kind: text().notNull(),
  /** Rows by table. */
  counts: json().notNull(),
});

/** How far the relay is: one row. An event that is after `lastSeq` has not been dealt with. */
export const relayState = pgTable('relay_state', {
  id: integer().primaryKey(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  deliveredAt: instant('delivered_at'),
  /** Why the last attempt failed, and when; null once one succeeds. */
  failure: text(),
  failedAt: instant('failed_at'),
});

/** How many events ended how: delivered, set aside, or not delivered and why. */
export const relayCounts = pgTable('relay_counts', {
  outcome: text().primaryKey(),
  count: count().notNull(),
});

/** Events that PostHog refuses even when they are alone. They go when their event goes. */
export const relayDeadLetters = pgTable('relay_dead_letters', {
  seq: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => events.seq, { onDelete: 'cascade' }),
  reason: text().notNull(),
  setAsideAt: instant('set_aside_at').notNull(),
});

/** Sessions of the growth console that were signed out early: a hash of the cookie, and when the session would have ended. */
export const endedSessions = pgTable('ended_sessions', {
  hash: text().primaryKey(),
  endsAt: instant('ends_at').notNull(),
});

export const pageCounts = pgTable(
  'page_counts',
  {
    day: date().notNull(),
    path: text().notNull(),
    count: count().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path] })],
);

/** What only one process may do at a time: whoever does it holds the lock on its row (lease.ts, row-gate.ts). */
export const turns = pgTable('turns', {
  name: text().primaryKey(),
  counter: count().notNull(),
});
