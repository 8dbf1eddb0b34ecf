import { uuidv7 } from '#shared/uuid';

const SESSION = '0195a000-0000-7000-8000-0000000000aa';
const EVENTS = [
  ['section_view', { section_name: 'pipeline' }],
  ['scroll', { percent_scrolled: 50 }],
  ['button_click', { button_name: 'Notify me', click_location: 'hero' }],
] as const;

export const EVENTS_PER_ENVELOPE = EVENTS.length;
export const EVENTS_PER_CAPTURE = 2;

export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

/** As the page's own tracker sends it. */
export function envelope(consentId: string) {
  const timestamp = new Date().toISOString();
  return {
    consentId,
    sessionId: SESSION,
    sentAt: timestamp,
    context: { path: '/', viewport: 'large', referrerHost: 'www.example.org' },
    events: EVENTS.map(([name, properties]) => ({ id: newId(), name, timestamp, properties })),
  };
}

/** As posthog-js sends it, including the properties that it adds and the server removes. */
export function capture(consentId: string, posthogKey: string) {
  const timestamp = new Date().toISOString();
  const batch = EVENTS.slice(0, EVENTS_PER_CAPTURE).map(([event, properties]) => ({
    uuid: newId(),
    event,
    properties: {
      ...properties,
      distinct_id: consentId,
      token: posthogKey,
      $session_id: SESSION,
      $current_url: 'http://127.0.0.1/',
      $host: '127.0.0.1',
      $pathname: '/',
      $os: 'Windows',
      $browser: 'Chrome',
      $browser_version: 141,
      $device_type: 'Desktop',
      $viewport_width: 1280,
      $viewport_height: 720,
      $referring_domain: 'www.example.org',
      $lib: 'web',
      $lib_version: '1.434.18',
      $is_identified: false,
      $process_person_profile: false,
    },
    timestamp,
  }));
  return { api_key: posthogKey, batch, sent_at: timestamp };
}
