import { toContext } from './event-context.ts';
import type { StoredEvent } from './store.ts';

/** A row of `events`, selected with {@link EVENT_COLUMNS}. */
export type EventRow = Omit<StoredEvent, 'context' | 'properties'> &
  StoredEvent['context'] & {
    seq: number;
    /** SQLite returns JSON as text. */
    properties: StoredEvent['properties'] | string;
  };

export const EVENT_COLUMNS = `seq, id, consent_id AS "consentId", session_id AS "sessionId", name, properties, path,
  referrer_host AS "referrerHost", utm_source AS "utmSource", utm_medium AS "utmMedium",
  utm_campaign AS "utmCampaign", utm_term AS "utmTerm", utm_content AS "utmContent", viewport, language,
  occurred_at AS "occurredAt", received_at AS "receivedAt"`;

export function toStoredEvent(row: EventRow): StoredEvent {
  const { id, consentId, sessionId, name, properties, occurredAt, receivedAt } = row;
  return {
    id,
    consentId,
    sessionId,
    name,
    properties: typeof properties === 'string' ? JSON.parse(properties) : properties,
    context: toContext((field) => row[field]),
    occurredAt,
    receivedAt,
  };
}
