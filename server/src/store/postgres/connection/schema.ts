import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Vocabulary } from '../../sqlite/connection/column-types.ts';
import { defineTables } from '../../tables.ts';
import { bytes, id, instant } from './column-types.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

const vocabulary = {
  table: pgTable,
  index,
  uniqueIndex,
  primaryKey,
  check,
  only: <T>(dialect: 'sqlite' | 'postgres', what: () => T[]): T[] =>
    dialect === 'postgres' ? what() : [],
  text,
  id,
  day: date,
  json,
  int: integer,
  count,
  time: instant,
  flag: boolean,
  bytes,
  arrival: () => ({ seq: count('seq').generatedAlwaysAsIdentity().unique() }),
  eventSeq: (name: string) => count(name).generatedByDefaultAsIdentity().primaryKey(),
  auditId: (name: string) => count(name).generatedAlwaysAsIdentity().primaryKey(),
};

// Drizzle gives both databases the same methods, and each its own types. Nothing may query through these.
export const tables = defineTables(vocabulary as unknown as Vocabulary);
export const { consentTexts, pageCounts, pageQuarters, clientQuarters } = tables;
export const { signups, signupSearch, consents, retentionPass, consentRefusals, refusalQuarters } =
  tables;
export const { events, eventChunks, audit, relayState, relayCounts, relayDeadLetters } = tables;
export const { endedSessions, outbox, webhooksOff, confirmations, signupProofs } = tables;
export const { signupDecisions, invitations, mailings, mailingRecipients } = tables;
export const { launchTexts, blockedMailboxes, people, passkeys, personSessions } = tables;
export const { notes, savedFunnels, alerts, alertSilences, marks } = tables;

/**
 * One row for each job that only one process may do at a time. That process holds the lock on the row (lease.ts).
 */
export const turns = pgTable('turns', {
  name: text('name').primaryKey(),
  counter: count('counter').notNull(),
});
