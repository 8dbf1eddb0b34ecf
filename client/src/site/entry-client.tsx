import { hydrateRoot } from 'react-dom/client';
import { prefixOf } from '#shared/site-languages';
import { loadCode } from '../ui/load-code.ts';
import { createAnalyticsGate } from './analytics-gate.ts';
import { App } from './app.tsx';
import { loadWording } from './content/languages.ts';
import { newId } from './features/consent/open-consent.ts';
import { isPage, loadCookieWidgets, preloadPage } from './pages/page-routes.tsx';
import { type Ports, PortsProvider } from './ports.ts';
import {
  asked,
  askLate,
  catchUp,
  consent,
  data,
  openPreferences,
  provideAnalytics,
  whenVisited,
} from './question.ts';
import '../styles/index.css';

// The browser's composition root: connects consent to analytics, and both to the pages.
const importAnalytics = () => import('./features/analytics/analytics.ts');
provideAnalytics(importAnalytics);

const gate = createAnalyticsGate({
  consent,
  async load(posthogToken) {
    const [{ startAnalytics }, openTracker] = await Promise.all([
      loadCode(importAnalytics, { optional: true }),
      loadTransport(posthogToken),
    ]);
    return (options) => startAnalytics({ ...options, newId, openTracker, language: data.language });
  },
  asked,
  catchUp,
  wait: (ms) =>
    new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, ms);
    }),
});

/** Loads the PostHog transport, or returns undefined where events leave by our own beacon, which is part of analytics. */
async function loadTransport(posthogToken: string | null) {
  if (posthogToken === null) return undefined;
  const load = () => import('./features/analytics/posthog-transport.ts');
  return (await loadCode(load, { optional: true })).posthogTracker(posthogToken);
}

let isOtherPage = false;
const ports: Omit<Ports, 'wording'> = {
  data,
  track(name, properties) {
    gate.track(name, properties);
    if ('event_label' in properties && properties.event_label !== 'error') askLate();
  },
  consent: {
    ...consent,
    openPreferences,
    asked,
    async offer() {
      const { load } = await loadWording(data.language);
      const both = () => Promise.all([loadCookieWidgets(), load('cookies')]);
      return (await loadCode(both, { optional: true }))[0];
    },
  },
  pageView(path) {
    gate.pageView(path);
    if (isOtherPage) askLate();
    isOtherPage = true;
  },
};

whenVisited(() => {
  consent.subscribe(gate.update);
  consent.refresh();
  gate.update();
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root to hydrate');
const base = prefixOf(data.language);
const address = location.pathname.slice(base.length);
// Not the address, if the visitor went back or forward before this code had loaded. A not-found page has no path of its own.
const path = root.dataset['path']?.slice(base.length) ?? (isPage(address) ? '/404' : address);
// Last: if the page's code cannot be loaded, the page stays as served, and consent still works.
const wording = await loadCode(async () => {
  const loaded = await loadWording(data.language);
  await preloadPage(path, loaded);
  return loaded;
});
hydrateRoot(
  root,
  <PortsProvider value={{ ...ports, wording }}>
    <App ssrPath={base + path} />
  </PortsProvider>,
);
