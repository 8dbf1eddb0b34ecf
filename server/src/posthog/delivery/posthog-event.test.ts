import { expect, test } from 'vitest';
import type { StoredEvent } from '../../store/store.ts';
import { toPosthogEvent } from './posthog-event.ts';

const nowhere = {
  path: null,
  referrerHost: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  viewport: null,
  language: null,
};
const event: StoredEvent = {
  id: '0195a000-0000-7000-8000-000000000001',
  consentId: '0195a000-0000-7000-8000-00000000000a',
  sessionId: '0195a000-0000-7000-8000-00000000000c',
  name: 'button_click',
  properties: { button_name: 'Beta Access', click_location: 'hero' },
  context: {
    path: '/about',
    referrerHost: 'news.example',
    utmSource: 'letter',
    utmMedium: 'mail',
    utmCampaign: 'spring',
    utmTerm: 'dub',
    utmContent: 'top',
    viewport: 'medium',
    language: 'pt-BR',
  },
  occurredAt: Date.UTC(2026, 2, 14, 12, 0, 0, 7),
  receivedAt: Date.UTC(2026, 2, 14, 12, 0, 1),
};
const site = new URL('https://www.dubbing.test');

test("an event gets the shape that PostHog's insights expect", () => {
  expect(toPosthogEvent(event, site)).toEqual({
    uuid: event.id,
    event: 'button_click',
    distinct_id: event.consentId,
    timestamp: '2026-03-14T12:00:00.007Z',
    properties: {
      button_name: 'Beta Access',
      click_location: 'hero',
      $session_id: event.sessionId,
      $current_url: 'https://www.dubbing.test/about',
      $host: 'www.dubbing.test',
      $pathname: '/about',
      $referring_domain: 'news.example',
      utm_source: 'letter',
      utm_medium: 'mail',
      utm_campaign: 'spring',
      utm_term: 'dub',
      utm_content: 'top',
      $device_type: 'Tablet',
      site_language: 'pt-BR',
      $lib: 'dubkit-relay',
      $process_person_profile: false,
      $geoip_disable: true,
    },
  });
});

test('unknown values are left out, and no event can turn privacy off', () => {
  const properties = { $process_person_profile: true, $geoip_disable: false };
  const bare = toPosthogEvent({ ...event, sessionId: null, context: nowhere, properties }, site);
  expect(bare.properties).toEqual({
    $host: 'www.dubbing.test',
    $lib: 'dubkit-relay',
    $process_person_profile: false,
    $geoip_disable: true,
  });
});

test.each([
  ['small', 'Mobile'],
  ['medium', 'Tablet'],
  ['large', 'Desktop'],
])('a %s viewport is $device_type %s', (viewport, type) => {
  const { properties } = toPosthogEvent({ ...event, context: { ...nowhere, viewport } }, site);
  expect(properties['$device_type']).toBe(type);
});
