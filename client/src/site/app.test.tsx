// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/privacy"}
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { App } from './app.tsx';
import { loadWording } from './content/languages.ts';
import { preloadPage } from './pages/page-routes.tsx';
import { type Ports, PortsProvider } from './ports.ts';
import { testPageData } from './test-data.ts';

const { failedContent, footerText, navigationText } = (await loadWording('en')).frame;

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders the whole site with the given answers of its server. */
async function openApp(data: Ports['data']) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => act(() => root.unmount()));
  const asked: string[] = [];
  const view = {
    status: 'granted',
    gpc: false,
    consentId: 'id',
    decidedAt: 1,
    isRecorded: true,
  } as const;
  const wording = await loadWording('en');
  const ports: Ports = {
    data,
    wording,
    track() {},
    pageView() {},
    consent: {
      get: () => view,
      subscribe: () => () => {},
      openPreferences: () => void asked.push('settings'),
      asked: testPageData,
      decide: (analytics) => void asked.push(analytics ? 'on' : 'off'),
      erased() {},
    },
  };
  // All that the app loads later, so that nothing is still loading when the test ends.
  await Promise.all([
    preloadPage('/privacy', wording),
    preloadPage('/about', wording),
    wording.load('heads'),
    import('./seo/describe-page.ts'),
  ]);
  await act(async () =>
    root.render(
      <PortsProvider value={ports}>
        <App />
      </PortsProvider>,
    ),
  );
  return { asked };
}

const main = () => document.querySelector('main')?.textContent;
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll<HTMLElement>('a, button')];
    found.find(({ textContent }) => textContent?.includes(name))?.click();
  });

test('an exception in a page leaves header, footer and consent working, and the next page too', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = vi.spyOn(globalThis, 'fetch');
  const data = testPageData();
  Object.defineProperty(data, 'eventRetentionDays', {
    get() {
      throw new Error('planted');
    },
  });
  const { asked } = await openApp(data);
  expect(main()).toContain(failedContent.heading);
  expect(document.querySelector('main [role="alert"] a')?.getAttribute('href')).toBe('/privacy');
  expect(document.querySelector('header')?.textContent).toContain(navigationText.menu);
  await press(footerText.cookieSettings);
  await press(footerText.turnOff);
  expect(asked).toEqual(['settings', 'off']);
  await press('About');
  expect(main()).not.toContain(failedContent.heading);
  expect(document.querySelector('main h1')).not.toBeNull();
  expect(said.mock.calls.flat().some((part) => String(part).includes('planted'))).toBe(true);
  expect(sent).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
