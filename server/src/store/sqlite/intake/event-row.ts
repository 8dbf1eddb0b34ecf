import type { StoredEvent } from '../../store.ts';

/** A row of `events`, selected with {@link EVENT_COLUMNS}. */
export interface EventRow {
  seq: number;
  id: string;
  consentId: string;
  sessionId: string | null;
  name: string;
  properties: string;
  path: string | null;
  referrerHost: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  viewport: string | null;
  language: string | null;
  occurredAt: number;
  receivedAt: number;
}

export const EVENT_COLUMNS = `seq, id, consent_id AS consentId, session_id AS sessionId, name, properties, path,
  referrer_host AS referrerHost, utm_source AS utmSource, utm_medium AS utmMedium, utm_campaign AS utmCampaign,
  utm_term AS utmTerm, utm_content AS utmContent, viewport, language, occurred_at AS occurredAt, received_at AS receivedAt`;

export function toStoredEvent(row: EventRow): StoredEvent {
  const { id, consentId, sessionId, name, occurredAt, receivedAt } = row;
  const { path, referrerHost, utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = row;
  return {
    id,
    consentId,
    sessionId,
    name,
    properties: JSON.parse(row.properties) as StoredEvent['properties'],
    context: {
      path,
      referrerHost,
      utmSource,
      utmMedium,
      utmCampaign,
      utmTerm,
      utmContent,
      viewport: row.viewport,
      language: row.language,
    },
    occurredAt,
    receivedAt,
  };
}
