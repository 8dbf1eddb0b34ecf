// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/"}
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAnalytics } from './analytics.ts';
import type { BeaconBatch } from './beacon.ts';
import { watchScroll } from './scroll-milestones.ts';

function start() {
  vi.useFakeTimers();
  const sent: BeaconBatch[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response('{}');
  });
  const calls = { newId: () => crypto.randomUUID(), onRefused() {}, onOutdated() {} };
  const analytics = startAnalytics({ consentId: 'c', language: 'de', ...calls });
  onTestFinished(() => {
    analytics.dispose();
    vi.useRealTimers();
    history.replaceState(null, '', '/');
  });
  return { analytics, sent };
}

test('after an in-page navigation, new events carry the new path and earlier ones keep the old path; a tab that becomes hidden sends at once', async () => {
  const { analytics, sent } = start();
  // A browser that translates the page changes this.
  document.documentElement.lang = 'zh-CN';
  for (const path of ['/about', '/terms']) {
    history.pushState(null, '', path);
    analytics.pageView(path);
    analytics.track('button_click', { button_name: `on ${path}`, click_location: 'header' });
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([]);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1);

  const pressed = sent.flatMap(({ context, events }) =>
    events.map(({ properties }) => [context.path, context.language, properties]),
  );
  expect(pressed).toMatchObject([
    ['/about', 'de', { button_name: 'on /about' }],
    ['/terms', 'de', { button_name: 'on /terms' }],
  ]);
});

test('who sends the form while the page still scrolls to it has seen its section before, and once', async () => {
  const { analytics, sent } = start();
  analytics.pageView('/');
  dispatchEvent(new Event('signup:notifyme'));
  const form = { form_type: 'notifyme', email_domain: 'a.example' } as const;
  for (const event_label of ['error', 'success'] as const)
    analytics.track('form_submit', { ...form, event_label });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.flatMap(({ events }) => events)).toMatchObject([
    { name: 'section_view', properties: { section_name: 'signup' } },
    { name: 'form_submit', properties: { event_label: 'error' } },
    { name: 'form_submit', properties: { event_label: 'success' } },
  ]);
});

test('a milestone is reported once it is reached, and no sooner', () => {
  const track = vi.fn();
  watchScroll(track, new AbortController().signal)(true);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(innerHeight + 10_000);
  const reported = [2_490, 2_500].map((y) => {
    vi.stubGlobal('scrollY', y);
    dispatchEvent(new Event('scroll'));
    return track.mock.calls.length;
  });
  expect(reported).toEqual([0, 1]);
});
