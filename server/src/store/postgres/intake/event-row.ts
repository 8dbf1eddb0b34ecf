import type { StoredEvent } from '../../store.ts';

/** A row of `events`, selected with {@link EVENT_COLUMNS}. */
export interface EventRow extends Omit<StoredEvent, 'context'> {
  seq: number;
  path: string | null;
  referrerHost: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  viewport: string | null;
  language: string | null;
}

export const EVENT_COLUMNS = `seq, id, consent_id AS "consentId", session_id AS "sessionId", name, properties, path,
  referrer_host AS "referrerHost", utm_source AS "utmSource", utm_medium AS "utmMedium",
  utm_campaign AS "utmCampaign", utm_term AS "utmTerm", utm_content AS "utmContent", viewport, language,
  occurred_at AS "occurredAt", received_at AS "receivedAt"`;

export function toStoredEvent(row: EventRow): StoredEvent {
  const { id, consentId, sessionId, name, properties, occurredAt, receivedAt } = row;
  const { path, referrerHost, utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = row;
  const { viewport, language } = row;
  return {
    id,
    consentId,
    sessionId,
    name,
    properties,
    context: {
      path,
      referrerHost,
      utmSource,
      utmMedium,
      utmCampaign,
      utmTerm,
      utmContent,
      viewport,
      language,
    },
    occurredAt,
    receivedAt,
  };
}
