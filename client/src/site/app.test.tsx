// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/privacy"}
import { expect, test, vi } from 'vitest';
import { openPlace } from '../testing/open-place.tsx';
import { App } from './app.tsx';
import { loadWording } from './content/languages.ts';
import { testBrowser } from './features/consent/testing/test-browser.ts';
import { preloadPage } from './pages/page-routes.tsx';
import { type Ports, PortsProvider } from './ports.ts';
import { testPageData } from './test-data.ts';

test('an exception in a page leaves header, footer and consent working, and the next page too', async () => {
  const { place, render, press } = openPlace();
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = vi.spyOn(globalThis, 'fetch');
  const wording = await loadWording('en');
  const { failedContent, footerText, navigationText } = wording.frame;
  const data = testPageData();
  Object.defineProperty(data, 'eventRetentionDays', {
    get() {
      throw new Error('planted');
    },
  });
  const store = await testBrowser().granted();
  const openPreferences = vi.fn();
  const consent = { ...store, openPreferences, asked: testPageData };
  const ports: Ports = { data, wording, track() {}, pageView() {}, consent };
  // All that the app loads later, so that nothing is still loading when the test ends.
  await Promise.all([
    preloadPage('/privacy', wording),
    preloadPage('/about', wording),
    wording.load('heads'),
    import('./seo/describe-page.ts'),
  ]);
  await render(
    <PortsProvider value={ports}>
      <App />
    </PortsProvider>,
  );
  const main = () => place.querySelector('main');
  expect(main()?.textContent).toContain(failedContent.heading);
  expect(main()?.querySelector('[role="alert"] a')?.getAttribute('href')).toBe('/privacy');
  expect(place.querySelector('header')?.textContent).toContain(navigationText.menu);
  await press(footerText.cookieSettings);
  await press(footerText.turnOff);
  expect(openPreferences).toHaveBeenCalledOnce();
  expect(store.get().status).toBe('refused');
  await press('About');
  expect(main()?.textContent).not.toContain(failedContent.heading);
  expect(main()?.querySelector('h1')).not.toBeNull();
  expect(said.mock.calls.flat().some((part) => String(part).includes('planted'))).toBe(true);
  expect(sent).not.toHaveBeenCalled();
});
