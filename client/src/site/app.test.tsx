// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/privacy"}
import { expect, test, vi } from 'vitest';
import { App } from './app.tsx';
import { preloadPage } from './pages/page-routes.tsx';
import { openSite } from './testing/open-site.tsx';

test('an exception in a page leaves header, footer and consent working, and the next page too', async () => {
  const { place, render, press, ports, store, wording } = await openSite('heads');
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = vi.spyOn(globalThis, 'fetch');
  const { failedContent, footerText, navigationText } = wording.frame;
  Object.defineProperty(ports.data, 'eventRetentionDays', {
    get() {
      throw new Error('planted');
    },
  });
  const openPreferences = vi.spyOn(ports.consent, 'openPreferences');
  // All that the app loads later, so that nothing is still loading when the test ends.
  await Promise.all([
    preloadPage('/privacy', wording),
    preloadPage('/about', wording),
    import('./seo/describe-page.ts'),
  ]);
  await render(<App />);
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
