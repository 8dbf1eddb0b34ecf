import { sql } from 'drizzle-orm';
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

export const signups = sqliteTable(
  'notifyme_signups',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    youtubeChannel: text('youtube_channel'),
    useCase: text('use_case'),
    signupType: text('signup_type').notNull(),
    createdAt: integer('created_at').notNull(),
    language: text(),
    /** When the owner of the address confirmed it; null until then, and where the site sends no mail. */
    confirmedAt: integer('confirmed_at'),
  },
  (table) => [uniqueIndex('notifyme_signups_email_key').on(sql`lower(${table.email})`)],
);

/** Append-only, by triggers of the migrations: it is the proof that GDPR article 7(1) asks for. */
export const consents = sqliteTable(
  'consents',
  {
    id: text().primaryKey(),
    consentId: text('consent_id').notNull(),
    revision: integer().notNull(),
    analytics: integer().notNull(),
    source: text().notNull(),
    language: text().notNull(),
    textHash: text('text_hash').notNull(),
    gpc: integer().notNull(),
    /** The browser's time, but never later than the server's. Null means `recorded_at`. */
    decidedAt: integer('decided_at'),
    recordedAt: integer('recorded_at').notNull(),
  },
  (table) => [
    // In the order of the decisions, so that each request finds the latest one of an id without sorting.
    index('consents_latest').on(
      table.consentId,
      sql`coalesce(${table.decidedAt}, ${table.recordedAt})`,
    ),
  ],
);

/**
 * While this table has a row, rows of `consents` can be deleted. Only the retention job may insert one. It deletes it
 * again before its transaction commits, so no other connection ever sees it.
 */
export const retentionPass = sqliteTable('retention_pass', { id: integer().primaryKey() });

/** A row says that the consent question has these words in its language from its revision on: rules/consent-texts.ts. */
export const consentTexts = sqliteTable(
  'consent_texts',
  {
    revision: integer().notNull(),
    hash: text().notNull(),
    language: text().notNull(),
    recipient: text(),
    text: text().notNull(),
    publishedAt: integer('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.language, table.revision] })],
);

export const consentRefusals = sqliteTable(
  'consent_refusals',
  {
    day: text().notNull(),
    source: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);

/** The same refusals by the quarter of an hour: quarters.ts. */
export const refusalQuarters = sqliteTable(
  'refusal_quarters',
  {
    source: text().notNull(),
    quarter: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.quarter] })],
);

/** No index except the id's: each further one costs more than the insert itself. */
export const events = sqliteTable('events', {
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique('events_id_key'),
  consentId: text('consent_id').notNull(),
  sessionId: text('session_id'),
  name: text().notNull(),
  properties: text().notNull(),
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
  occurredAt: integer('occurred_at').notNull(),
  receivedAt: integer('received_at').notNull(),
});

/**
 * Reports read this copy of `events`: one row holds all events of one stretch of `seq` (chunk-format.ts). It can be
 * made again at any time. Triggers of the migrations delete a row together with any of its events.
 */
export const eventChunks = sqliteTable(
  'event_chunks',
  {
    part: integer().primaryKey(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
    count: integer().notNull(),
    /** Null where the events have too many different values. Reports then read the events themselves. */
    bytes: blob({ mode: 'buffer' }),
  },
  // Reports choose the parts without reading the pages that hold the bytes.
  (table) => [index('event_chunks_times').on(table.part, table.firstAt, table.lastAt)],
);

/**
 * What was done with people's data: when, which kind, how many rows. It does not say whose, so it may be kept after
 * their data is deleted. Append-only, by triggers of the migrations.
 */
export const audit = sqliteTable('audit', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  kind: text().notNull(),
  /** JSON: the number of rows of each table. */
  counts: text().notNull(),
});

/** The relay's progress, in one row. Events after `lastSeq` have not been processed. */
export const relayState = sqliteTable('relay_state', {
  id: integer().primaryKey(),
  lastSeq: integer('last_seq').notNull(),
  deliveredAt: integer('delivered_at'),
  /** The reason and time of the last failure; null after a success. */
  failure: text(),
  failedAt: integer('failed_at'),
});

/** The number of events for each result: delivered, set aside, or not delivered for a reason. */
export const relayCounts = sqliteTable('relay_counts', {
  outcome: text().primaryKey(),
  count: integer().notNull(),
});

/** Events that PostHog refuses even when they are sent alone. They are deleted with their event. */
export const relayDeadLetters = sqliteTable('relay_dead_letters', {
  seq: integer()
    .primaryKey()
    .references(() => events.seq, { onDelete: 'cascade' }),
  reason: text().notNull(),
  setAsideAt: integer('set_aside_at').notNull(),
});

/**
 * Sessions of the growth console that were signed out early: a hash of the cookie, and when the session would have
 * expired.
 */
export const endedSessions = sqliteTable('ended_sessions', {
  hash: text().primaryKey(),
  endsAt: integer('ends_at').notNull(),
});

export const pageCounts = sqliteTable(
  'page_counts',
  {
    day: text().notNull(),
    path: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path] })],
);

/** The same pages by the quarter of an hour: quarters.ts. */
export const pageQuarters = sqliteTable(
  'page_quarters',
  {
    path: text().notNull(),
    quarter: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.path, table.quarter] })],
);

/**
 * What is to be sent to others, in the transaction that caused it. A row without a payload has been settled. What it says
 * about a person is read from the signup at the time of sending, so no copy of it is here.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    /** `confirmation`: a message that asks for a confirmation. Otherwise the type of a webhook's message. */
    kind: text().notNull(),
    /** `mail`, or a name for a webhook's URL, which may contain a secret. */
    recipient: text().notNull().default('mail'),
    /** Whom it concerns. Deleting the signup deletes the row. Null once it was sent: those rows are only counted. */
    signupId: text('signup_id').references(() => signups.id, { onDelete: 'cascade' }),
    /** A hash of the consent id on which the content relies. Withdrawing the consent deletes the row. */
    visitorHash: text('visitor_hash'),
    /** JSON. Null once the row is settled. */
    payload: text(),
    /** `waiting`, `sent`, `refused` (for good) or `given_up` (after too many attempts). */
    state: text().notNull(),
    attempts: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    dueAt: integer('due_at').notNull(),
    settledAt: integer('settled_at'),
    /** When a server last had the whole message, whether or not it answered. `MAIL_HOURLY` counts these times. */
    handedOverAt: integer('handed_over_at'),
    /** Why the last attempt failed, in the receiver's words, without the address. */
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

/** Webhooks whose receiver answered 410. No further message is queued for them. */
export const webhooksOff = sqliteTable('webhooks_off', {
  recipient: text().primaryKey(),
  at: integer().notNull(),
});

/**
 * One row for each message that asked for a confirmation. A row outlives its signup, so that a second press on the link to
 * leave gets the same answer, and so that a restored backup does not bring back who left. It then refers to nobody.
 */
export const confirmations = sqliteTable(
  'confirmations',
  {
    tokenHash: text('token_hash').primaryKey(),
    signupId: text('signup_id').references(() => signups.id, { onDelete: 'set null' }),
    codeHash: text('code_hash').notNull(),
    /** How many wrong codes were tried while this was the signup's latest message. */
    tries: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Seven days after the message was sent; while it waits, after it was queued. */
    expiresAt: integer('expires_at').notNull(),
    /** When the daily job found that the signup is deleted. */
    removedAt: integer('removed_at'),
  },
  (table) => [index('confirmations_signup').on(table.signupId)],
);
