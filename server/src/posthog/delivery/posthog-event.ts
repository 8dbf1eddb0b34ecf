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

/** Where the events happened: a `URL` is one. */
export type SiteAddress = Pick<URL, 'origin' | 'host'>;

const DEVICE_TYPES: Readonly<Record<string, string>> = {
  small: 'Mobile',
  medium: 'Tablet',
  large: 'Desktop',
};

/**
 * The event as PostHog's insights know it. It depends on nothing but the event and the site: PostHog folds
 * duplicates by date of timestamp, event, distinct_id and uuid, so each retry must say the same.
 *
 */
export function toPosthogEvent(event: StoredEvent, site: SiteAddress): PosthogEvent {
  const { path, referrerHost, viewport } = event.context;
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
      }),
      $lib: 'dubkit-relay',
      // No person behind it, and no place looked up from the address of this server (only the booleans count).
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
