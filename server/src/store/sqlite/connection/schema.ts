import { defineTables } from '../../tables.ts';
import { vocabulary } from './column-types.ts';

export const tables = defineTables(vocabulary);
export const { consentTexts, pageCounts, pageQuarters, clientQuarters } = tables;
export const { signups, signupSearch, consents, retentionPass, consentRefusals, refusalQuarters } =
  tables;
export const { events, eventChunks, audit, relayState, relayCounts, relayDeadLetters } = tables;
export const { endedSessions, outbox, webhooksOff, confirmations, signupProofs } = tables;
export const { signupDecisions, invitations, mailings, mailingRecipients } = tables;
export const { launchTexts, blockedMailboxes, people, passkeys, personSessions } = tables;
export const { notes, savedFunnels, alerts, alertSilences, marks } = tables;
