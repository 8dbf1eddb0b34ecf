import type { ReactNode } from 'react';
import { openPlace } from '../../testing/open-place.tsx';
import { loadWording, type WordsName } from '../content/languages.ts';
import { testBrowser } from '../features/consent/testing/test-browser.ts';
import { type Ports, PortsProvider, type ToastMessage, ToastsProvider } from '../ports.ts';
import { testPageData } from './test-page-data.ts';

/** Opens a place in the English site, in a browser that granted. */
export async function openSite(...words: WordsName[]) {
  const page = openPlace();
  const browser = testBrowser();
  const store = await browser.granted();
  const wording = await loadWording('en');
  for (const name of words) await wording.load(name);
  const toasts: ToastMessage[] = [];
  const port = { showToast: (message: ToastMessage) => void toasts.push(message), hideToast() {} };
  const consent: Ports['consent'] = { ...store, openPreferences() {}, asked: testPageData };
  const ports: Ports = { data: testPageData(), wording, track() {}, pageView() {}, consent };
  return {
    ...page,
    ...{ browser, ports, store, toasts, wording },
    render: (content: ReactNode) =>
      page.render(
        <PortsProvider value={ports}>
          <ToastsProvider value={port}>{content}</ToastsProvider>
        </PortsProvider>,
      ),
  };
}
