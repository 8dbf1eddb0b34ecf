import { expect, test } from 'vitest';
import type { StoredEvent } from '../../store/store.ts';
import { JANE, JOHN, NOON, scroll } from '../../store/testing/store-contract-data.ts';
import { composeBatch } from './compose-batch.ts';

const event: StoredEvent = {
  ...scroll(25, NOON + 7),
  consentId: JANE,
  sessionId: JOHN,
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
  receivedAt: NOON + 1_000,
};
const nowhere = Object.fromEntries(
  Object.keys(event.context).map((name) => [name, null]),
) as unknown as StoredEvent['context'];

const compose = async (events: readonly StoredEvent[]) => {
  const deliveries = events.map((one, index) => ({
    ...{ seq: index + 1, outcome: 'deliver' as const },
    event: one,
  }));
  const composed = await composeBatch(deliveries, { siteUrl: 'https://a.test', maxBytes: 1e6 });
  return { ...composed, events: composed.events.map((json) => JSON.parse(json)) };
};

test("an event gets the shape that PostHog's insights expect", async () => {
  expect((await compose([event])).events).toEqual([
    {
      uuid: event.id,
      event: 'scroll',
      distinct_id: JANE,
      timestamp: '2026-03-14T12:00:00.007Z',
      properties: {
        percent_scrolled: 25,
        $session_id: JOHN,
        $current_url: 'https://a.test/about',
        $host: 'a.test',
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
    },
  ]);
});

test('unknown values are left out, and no event can turn privacy off', async () => {
  const properties = { $process_person_profile: true, $geoip_disable: false };
  const bare = { ...event, sessionId: null, context: nowhere, properties };
  expect((await compose([bare])).events[0].properties).toEqual({
    $host: 'a.test',
    $lib: 'dubkit-relay',
    $process_person_profile: false,
    $geoip_disable: true,
  });
});

test('a viewport is a type of device', async () => {
  const sizes = ['small', 'large'].map((viewport) => ({
    ...event,
    context: { ...nowhere, viewport },
  }));
  const { events } = await compose(sizes);
  expect(events.map(({ properties }) => properties.$device_type)).toEqual(['Mobile', 'Desktop']);
});

test('many events are composed in order, and other work runs in between', async () => {
  const many = Array.from({ length: 250 }, () => ({ ...event, ...scroll(25) }));
  let turns = 0;
  let isDone = false;
  const others = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  const { events, through } = await compose(many);
  isDone = true;
  expect(events.map(({ uuid }) => uuid)).toEqual(many.map(({ id }) => id));
  expect([through, turns]).toEqual([250, 2]);
});
