import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '#shared/page';
import { App } from './app.tsx';
import { consentText } from './content/consent.ts';
import type { Analytics } from './features/analytics/analytics.ts';
import { fetchPageData, openConsent, policyOf } from './features/consent/consent-client.ts';
import type { ConsentDialogs } from './features/consent/consent-dialogs.ts';
import { loadChunk } from './load-chunk.ts';
import { preloadPage } from './pages/page-routes.tsx';
import { type Ports, PortsProvider } from './ports.ts';
import './styles/index.css';

// The browser's composition root: joins consent to analytics, and both to the pages.
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PageData;
const consent = openConsent(data);

let analytics: Analytics | undefined;
let measuredId: string | null = null;
let path: string | undefined;

/** Analytics exists exactly while the server holds a grant under this id. */
async function gateAnalytics() {
  const { status, consentId } = consent.get();
  // A grant that is merely repeated goes on: nothing is reported twice.
  if (analytics && status === 'granted' && consentId === measuredId) return;
  const id = consent.recordedId();
  if (id === measuredId) return;
  measuredId = id;
  analytics?.dispose();
  analytics = undefined;
  if (!id) return;
  try {
    const [{ startAnalytics }, openTracker] = await Promise.all([
      import('./features/analytics/analytics.ts'),
      loadTransport(asked.posthogToken),
    ]);
    if (measuredId !== id) return; // withdrawn while the code was on its way
    analytics = startAnalytics({
      consentId: id,
      openTracker,
      onRefused: () => void askAnew(id),
      onOutdated: () => void startAnew(),
    });
    if (path) analytics.pageView(path);
  } catch {
    measuredId = null; // the code could not be had: the next look at consent tries again
  }
}

/** Nothing where events leave by our own beacon, which comes with analytics. */
const loadTransport = async (posthogToken: string | null) =>
  posthogToken === null
    ? undefined
    : (await import('./features/analytics/posthog-transport.ts')).posthogTracker(posthogToken);

/** The server knows no such grant, or asks something else by now: forget it, and ask that. */
async function askAnew(refusedId: string) {
  analytics?.dispose();
  analytics = undefined;
  const { decidedAt } = consent.get();
  await catchUp();
  if (consent.recordedId() === refusedId && consent.get().decidedAt === decidedAt) consent.forget();
  measuredId = null; // unless it was granted anew meanwhile
  void gateAnalytics();
}

/** The key that posthog-js sends is not the server's any more: a newer page has the right one, if any does. */
async function startAnew() {
  analytics?.dispose();
  analytics = undefined;
  const { posthogToken } = asked;
  await catchUp();
  if (asked.posthogToken === posthogToken) return;
  measuredId = null;
  void gateAnalytics();
}

async function catchUp() {
  const served = await fetchPageData();
  if (!served) return;
  asked = served;
  consent.adopt(policyOf(served));
}

/** What the consent dialogs ask: as this page was served, or as the server has it since. */
let asked = data;
let dialogs: Promise<ConsentDialogs> | undefined;
function loadDialogs() {
  dialogs ??= loadChunk(() => import('./features/consent/consent-dialogs.ts')).then(
    ({ createConsentDialogs }) =>
      createConsentDialogs({
        question: () => ({ text: consentText(asked.posthogHost), revision: asked.revision }),
        get: consent.get,
        decide: consent.decide,
      }),
  );
  return dialogs;
}

/** The question is asked when the page has nothing better to do, and never under GPC. */
async function askIfOpen() {
  const { status, gpc } = consent.get();
  if (gpc || (status !== 'unknown' && !dialogs)) return;
  (await loadDialogs()).sync();
}

const whenIdle =
  'requestIdleCallback' in window
    ? (callback: () => void) => requestIdleCallback(callback, { timeout: 3000 })
    : (callback: () => void) => setTimeout(callback, 200);

const ports: Ports = {
  data,
  track: (name, properties) => analytics?.track(name, properties),
  consent: {
    get: consent.get,
    subscribe: consent.subscribe,
    openPreferences: () => void loadDialogs().then((loaded) => loaded.openPreferences()),
    turnOff: () => consent.decide(false, 'footer'),
    erased: consent.erased,
  },
  pageView(next) {
    path = next;
    analytics?.pageView(next);
  },
};

consent.subscribe(() => void gateAnalytics());
consent.refresh();
void gateAnalytics();
whenIdle(() => {
  void askIfOpen();
  consent.subscribe(() => void askIfOpen());
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root to hydrate');
// Last: while the page's code cannot be had, the page stays as it was served, and consent works all the same.
await loadChunk(() => preloadPage(location.pathname));
hydrateRoot(
  root,
  <PortsProvider value={ports}>
    <App />
  </PortsProvider>,
);
