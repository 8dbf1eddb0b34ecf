// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/"}
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAnalytics } from './analytics.ts';
import type { Batch } from './beacon.ts';

test('after an in-page navigation, new events carry the new path and earlier ones keep the old path', async () => {
  vi.useFakeTimers();
  const sent: Batch[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response('{}');
  });
  const nothing = () => {};
  const analytics = startAnalytics({
    consentId: 'c',
    language: 'de',
    newId: () => crypto.randomUUID(),
    onRefused: nothing,
    onOutdated: nothing,
  });
  onTestFinished(() => {
    analytics.dispose();
    vi.useRealTimers();
    vi.restoreAllMocks();
    history.replaceState(null, '', '/');
  });
  const press = (button_name: string) =>
    analytics.track('button_click', { button_name, click_location: 'header' });

  history.replaceState(null, '', '/about');
  // A browser that translates the page changes this.
  document.documentElement.lang = 'zh-CN';
  analytics.pageView('/about');
  press('Notify me');
  history.pushState(null, '', '/terms');
  analytics.pageView('/terms');
  press('Beta Access');
  await vi.advanceTimersByTimeAsync(5_000);

  const pressed = sent.flatMap(({ context, events }) =>
    events.map(({ properties }) => [context.path, context.language, properties]),
  );
  expect(pressed).toMatchObject([
    ['/about', 'de', { button_name: 'Notify me' }],
    ['/terms', 'de', { button_name: 'Beta Access' }],
  ]);
});
