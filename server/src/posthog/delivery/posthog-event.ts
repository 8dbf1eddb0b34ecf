import type { StoredEvent } from '../../store/store.ts';

/** One event in the body of `POST /batch/`. */
export interface PosthogEvent {
  uuid: string;
  event: string;
  distinct_id: string;
  /** ISO time. */
  timestamp: string;
  properties: Record<string, unknown>;
}

/** The address of the site where the events happened; a `URL` fits. */
export type SiteAddress = Pick<URL, 'origin' | 'host'>;

const DEVICE_TYPES: Readonly<Record<string, string>> = {
  small: 'Mobile',
  medium: 'Tablet',
  large: 'Desktop',
};

/**
 * Converts an event to the shape that PostHog's insights expect. The result depends only on the event and the site:
 * PostHog deduplicates by date of timestamp, event, distinct_id and uuid, so each retry must send the same.
 */
export function toPosthogEvent(event: StoredEvent, site: SiteAddress): PosthogEvent {
  const { path, referrerHost, viewport, language } = event.context;
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = event.context;
  return {
    uuid: event.id,
    event: event.name,
    distinct_id: event.consentId,
    timestamp: new Date(event.occurredAt).toISOString(),
    properties: {
      ...event.properties,
      ...withoutNull({
        $session_id: event.sessionId,
        $current_url: path === null ? null : site.origin + path,
        $host: site.host,
        $pathname: path,
        $referring_domain: referrerHost,
        utm_source: utmSource,
        utm_medium: utmMedium,
        utm_campaign: utmCampaign,
        utm_term: utmTerm,
        utm_content: utmContent,
        $device_type: DEVICE_TYPES[viewport ?? ''] ?? null,
        // Not `$browser_language`, which is what the browser prefers.
        site_language: language,
      }),
      $lib: 'dubkit-relay',
      // No person profile, and no location derived from this server's address (PostHog only reads the booleans).
      $process_person_profile: false,
      $geoip_disable: true,
    },
  };
}

function withoutNull(values: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in values) if (values[name] !== null) present[name] = values[name];
  return present;
}
