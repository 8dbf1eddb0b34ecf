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
import { bytes, id, instant } from './column-types.ts';

// The same tables as in ../../sqlite/connection/schema.ts, with PostgreSQL's own types.

const count = () => bigint({ mode: 'number' });
/** The order of arrival, for which SQLite uses its row ids. */
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
    language: text(),
    /** When the owner of the address confirmed it; null until then, and where the site sends no mail. */
    confirmedAt: instant('confirmed_at'),
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
    /** The browser's time, but never later than the server's. Null means `recorded_at`. */
    decidedAt: instant('decided_at'),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    // In the order of the decisions: each request reads the latest one of an id, which may have 100,000.
    index('consents_latest').on(
      table.consentId,
      sql`coalesce(${table.decidedAt}, ${table.recordedAt})`,
      table.seq,
    ),
    index('consents_granted').on(table.consentId).where(sql`${table.analytics}`),
  ],
);

/**
 * While this table has a row, rows of `consents` can be deleted. Only the retention job may insert one. It deletes it
 * again before its transaction commits, so no other connection ever sees it.
 */
export const retentionPass = pgTable('retention_pass', { id: integer().primaryKey() });

/** A row says that the consent question has these words in its language from its revision on: rules/consent-texts.ts. */
export const consentTexts = pgTable(
  'consent_texts',
  {
    revision: integer().notNull(),
    hash: text().notNull(),
    language: text().notNull(),
    recipient: text(),
    text: text().notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.language, table.revision] })],
);

export const consentRefusals = pgTable(
  'consent_refusals',
  {
    day: date().notNull(),
    source: text().notNull(),
    count: count().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);

/** The same refusals by the quarter of an hour: quarters.ts. */
export const refusalQuarters = pgTable(
  'refusal_quarters',
  {
    source: text().notNull(),
    quarter: id().notNull(),
    count: count().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.quarter] })],
);

/**
 * `properties` keeps the original text: a copy to SQLite and back is identical to the byte. Unlike SQLite's, the table
 * has an index by person. A database with several writing processes is too large to scan while nobody may write
 * (persons.ts).
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
    /** Of the page. */
    language: text(),
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('events_consent_id').on(table.consentId)],
);

/** The bytes are stored as they are: compressing them would cost more than reading them. */
export const eventChunks = pgTable('event_chunks', {
  part: bigint({ mode: 'number' }).primaryKey(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  count: integer().notNull(),
  /** Null where the events have too many different values. Reports then read the events themselves. */
  bytes: bytes(),
});

/**
 * What was done with people's data: when, which kind, how many rows. It does not say whose, so it may be kept after
 * their data is deleted. Append-only, by triggers of the migrations.
 */
export const audit = pgTable('audit', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  at: instant().notNull(),
  kind: text().notNull(),
  /** The number of rows of each table. */
  counts: json().notNull(),
});

/** The relay's progress, in one row. Events after `lastSeq` have not been processed. */
export const relayState = pgTable('relay_state', {
  id: integer().primaryKey(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  deliveredAt: instant('delivered_at'),
  /** The reason and time of the last failure; null after a success. */
  failure: text(),
  failedAt: instant('failed_at'),
});

/** The number of events for each result: delivered, set aside, or not delivered for a reason. */
export const relayCounts = pgTable('relay_counts', {
  outcome: text().primaryKey(),
  count: count().notNull(),
});

/** Events that PostHog refuses even when they are sent alone. They are deleted with their event. */
export const relayDeadLetters = pgTable('relay_dead_letters', {
  seq: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => events.seq, { onDelete: 'cascade' }),
  reason: text().notNull(),
  setAsideAt: instant('set_aside_at').notNull(),
});

/**
 * Sessions of the growth console that were signed out early: a hash of the cookie, and when the session would have
 * expired.
 */
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

/** The same pages by the quarter of an hour: quarters.ts. */
export const pageQuarters = pgTable(
  'page_quarters',
  {
    path: text().notNull(),
    quarter: id().notNull(),
    count: count().notNull(),
  },
  (table) => [primaryKey({ columns: [table.path, table.quarter] })],
);

/**
 * One row for each job that only one process may do at a time. That process holds the lock on the row (lease.ts,
 * row-gate.ts).
 */
export const turns = pgTable('turns', {
  name: text().primaryKey(),
  counter: count().notNull(),
});

/** What is to be sent to others: see the SQLite schema. */
export const outbox = pgTable(
  'outbox',
  {
    id: id().primaryKey(),
    kind: text().notNull(),
    recipient: id().notNull().default('mail'),
    signupId: id('signup_id').references(() => signups.id, { onDelete: 'cascade' }),
    visitorHash: id('visitor_hash'),
    payload: json(),
    state: text().notNull(),
    attempts: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    dueAt: instant('due_at').notNull(),
    settledAt: instant('settled_at'),
    handedOverAt: instant('handed_over_at'),
    reason: text(),
  },
  (table) => [
    index('outbox_due').on(table.recipient, table.state, table.dueAt),
    index('outbox_order').on(table.recipient, table.state, table.id),
    index('outbox_signup').on(table.signupId),
    index('outbox_visitor').on(table.visitorHash),
    index('outbox_handed_over').on(table.recipient, table.handedOverAt),
  ],
);

/** Webhooks whose receiver answered 410: see the SQLite schema. */
export const webhooksOff = pgTable('webhooks_off', {
  recipient: id().primaryKey(),
  at: instant().notNull(),
});

/** One row for each message that asked for a confirmation: see the SQLite schema. */
export const confirmations = pgTable(
  'confirmations',
  {
    tokenHash: id('token_hash').primaryKey(),
    signupId: id('signup_id').references(() => signups.id, { onDelete: 'set null' }),
    codeHash: text('code_hash').notNull(),
    tries: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('confirmations_signup').on(table.signupId)],
);
