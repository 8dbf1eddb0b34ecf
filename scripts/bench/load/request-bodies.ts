// What a visitor's browser sends, with ids that no other request has.
import { uuidv7 } from '#shared/uuid';

export const VISITORS = 1_024;
const SESSION = '0195a000-0000-7000-8000-0000000000aa';
const EVENTS = [
  ['section_view', { section_name: 'pipeline' }],
  ['scroll', { percent_scrolled: 50 }],
  ['button_click', { button_name: 'Beta Access', click_location: 'header' }],
  ['form_submit', { form_type: 'beta', event_label: 'success', email_domain: 'example.org' }],
] as const;
const NUMBER = 'ffffffffffff';

const hex = (value: number) => value.toString(16).padStart(NUMBER.length, '0');

/** Returns the consent id of a visitor, whom `grantAll` of parts/visitors.ts has given a grant. */
export const visitorId = (visitor: number) => `0195a000-0000-7000-8000-${hex(visitor)}`;

export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

let lastEvent = 0;

/**
 * Returns a function that makes envelopes like those of the page's tracker, each with this many events. Only the ids change between
 * envelopes, because the server must be busier than the load.
 */
export function envelopes(events: number) {
  const timestamp = new Date().toISOString();
  const moment = hex(Date.now());
  // A UUID version 7 of this moment: ids rise, as they do across many visitors.
  const id = `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-${NUMBER}`;
  const [start = '', ...rest] = JSON.stringify({
    consentId: visitorId(0xff_ff_ff_ff_ff_ff),
    sessionId: SESSION,
    sentAt: timestamp,
    context: { path: '/', viewport: 'large', referrerHost: 'www.example.org' },
    events: Array.from({ length: events }, (_, index) => {
      const [name, properties] = EVENTS[index % EVENTS.length] ?? EVENTS[0];
      return { id, name, timestamp, properties };
    }),
  }).split(NUMBER);
  return (consentId: string) =>
    start.slice(0, -visitorId(0).length + NUMBER.length) +
    consentId +
    rest.join('\0').replaceAll('\0', () => hex(++lastEvent));
}

/** As posthog-js sends it, including the properties that it adds and the server removes. */
export function capture(consentId: string, posthogKey: string, events: number) {
  const timestamp = new Date().toISOString();
  const batch = EVENTS.slice(0, events).map(([event, properties]) => ({
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
