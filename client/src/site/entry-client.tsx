import { hydrateRoot } from 'react-dom/client';
import { prefixOf } from '#shared/site-languages';
import { loadCode } from '../ui/load-code.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { createAnalyticsGate } from './analytics-gate.ts';
import { App } from './app.tsx';
import { loadWording } from './content/languages.ts';
import type { ConsentDialogs } from './features/consent/consent-dialogs.ts';
import { newId, openConsent, policyOf } from './features/consent/open-consent.ts';
import { fetchPageData, readPageData } from './page-data.ts';
import { isPage, loadCookieWidgets, preloadPage } from './pages/page-routes.tsx';
import { type Ports, PortsProvider } from './ports.ts';
import '../styles/index.css';

declare global {
  interface Document {
    /** In Chromium (WICG, Prerendering Revamped). */
    prerendering?: boolean;
  }
}

// The browser's composition root: connects consent to analytics, and both to the pages.
const data = readPageData(document);
const consent = openConsent(data);

const importAnalytics = () => import('./features/analytics/analytics.ts');

const gate = createAnalyticsGate({
  consent,
  async load(posthogToken) {
    const [{ startAnalytics }, openTracker] = await Promise.all([
      loadCode(importAnalytics, { optional: true }),
      loadTransport(posthogToken),
    ]);
    return (options) => startAnalytics({ ...options, newId, openTracker, language: data.language });
  },
  asked: () => asked,
  async catchUp() {
    const served = await fetchPageData(asked);
    if (!served) return false;
    asked = served;
    consent.adopt(policyOf(served));
    return true;
  },
  wait: (ms) =>
    new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, ms);
    }),
});

/**
 * Loads the PostHog transport, or returns undefined where events leave by our own beacon, which is part of
 * analytics.
 */
async function loadTransport(posthogToken: string | null) {
  if (posthogToken === null) return undefined;
  const load = () => import('./features/analytics/posthog-transport.ts');
  return (await loadCode(load, { optional: true })).posthogTracker(posthogToken);
}

/**
 * The text and revision that the consent dialogs ask about: from the served page, or newer from the server.
 */
let asked = data;
let dialogs: Promise<ConsentDialogs> | undefined;
/** @param optional true unless the visitor asked for the dialogs; without the question nothing is measured */
function loadDialogs(optional = false) {
  const load = async () => {
    const wording = await loadWording(data.language);
    return Promise.all([import('./features/consent/consent-dialogs.ts'), wording.load('consent')]);
  };
  dialogs ??= loadCode(load, { optional }).then(([{ createConsentDialogs }, words]) =>
    createConsentDialogs({
      question: () => ({
        ...words,
        text: { language: data.language, ...words.consentText(asked) },
        more: words.secondLayer(asked.site.company),
        revision: asked.revision,
      }),
      get: consent.get,
      decide: consent.decide,
      importAnalytics,
      newId,
    }),
  );
  dialogs.catch(() => {
    dialogs = undefined;
  });
  return dialogs;
}

/** Asks for consent when the browser is idle, and never under GPC. */
async function askIfOpen() {
  const { status, gpc } = consent.get();
  if (gpc || (status !== 'unknown' && !dialogs)) return;
  (await loadDialogs(true).catch(() => undefined))?.sync();
}

const ports: Omit<Ports, 'wording'> = {
  data,
  track: gate.track,
  consent: {
    ...consent,
    openPreferences() {
      // The banner may be waiting for the same code and may give it up.
      const loading = loadDialogs().catch(() => loadDialogs());
      void loading.then((loaded) => loaded.openPreferences());
    },
    asked: () => asked,
    async offer() {
      const { load } = await loadWording(data.language);
      const both = () => Promise.all([loadCookieWidgets(), load('cookies')]);
      return (await loadCode(both, { optional: true }))[0];
    },
  },
  pageView: gate.pageView,
};

/** Starts what concerns a visitor: consent, analytics and the question. */
function receive() {
  consent.subscribe(gate.update);
  consent.refresh();
  gate.update();
  whenIdle(() => {
    void askIfOpen();
    consent.subscribe(() => void askIfOpen());
  });
}
// A page that the browser prerenders is no visit until it is shown, which may never happen.
if (document.prerendering) document.addEventListener('prerenderingchange', receive);
else receive();

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
