import { loadCode } from '../ui/load-code.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { loadWording } from './content/languages.ts';
import type { ConsentDialogs, ConsentDialogsOptions } from './features/consent/consent-dialogs.ts';
import { newId, openConsent, policyOf } from './features/consent/open-consent.ts';
import { fetchPageData, readPageData } from './page-data.ts';

declare global {
  interface Document {
    /** In Chromium (WICG, Prerendering Revamped). */
    prerendering?: boolean;
  }
}

/**
 * Opens consent and asks for it. The start script loads this before everything else: on a slow phone the rest takes
 * seconds, and the question comes before reading begins or not at all until the form is done.
 */
export const data = readPageData(document);
export const consent = openConsent(data);
/** Whether the question is still to be asked on this page for the first time. */
let isFirst = consent.get().status === 'unknown';

/** The text and revision that the consent dialogs ask about: from the served page, or newer from the server. */
let current = data;
export const asked = () => current;
/** Adopts what the server asks now. Resolves to false when there is no answer. */
export async function catchUp() {
  const served = await fetchPageData(current);
  if (!served) return false;
  current = served;
  consent.adopt(policyOf(served));
  return true;
}

/** Called by the entry, which alone imports analytics. A press on the record waits for it. */
export let provideAnalytics: (load: ConsentDialogsOptions['importAnalytics']) => void;
const analytics = new Promise<ConsentDialogsOptions['importAnalytics']>((resolve) => {
  provideAnalytics = resolve;
});

let dialogs: Promise<ConsentDialogs> | undefined;
/** @param optional true unless the visitor asked for the dialogs; without the question nothing is measured */
function loadDialogs(optional = false) {
  const loadWords = async () => (await loadWording(data.language)).load('consent');
  const load = () => Promise.all([import('./features/consent/consent-dialogs.ts'), loadWords()]);
  dialogs ??= loadCode(load, { optional }).then(([{ createConsentDialogs }, words]) =>
    createConsentDialogs({
      question: () => ({
        ...words,
        text: { language: data.language, ...words.consentParts(current) },
        revision: current.revision,
      }),
      get: consent.get,
      decide: consent.decide,
      importAnalytics: async () => (await analytics)(),
      newId,
    }),
  );
  dialogs.catch(() => {
    dialogs = undefined;
  });
  return dialogs;
}

export function openPreferences() {
  // The banner may be waiting for the same code and may give it up.
  const loading = loadDialogs().catch(() => loadDialogs());
  void loading.then((loaded) => loaded.openPreferences());
}

/** Whether the visitor has scrolled, pressed or typed: the start script tells. */
const isReading = () => 'reading' in document.documentElement.dataset;

/** Asks for consent, never under GPC, and never while somebody reads or is in the form. */
async function askIfOpen() {
  const { status, gpc } = consent.get();
  if (gpc || (status !== 'unknown' && !dialogs)) return;
  if (isFirst && isReading()) return;
  const loaded = await loadDialogs(true).catch(() => undefined);
  if (isFirst && isReading()) return;
  isFirst = false;
  loaded?.sync();
}

/** Asks what was not asked before reading began: after the form, and on another page. */
export function askLate() {
  isFirst = false;
  whenIdle(() => void askIfOpen());
}

/** Runs the callback once somebody sees the page. One that the browser prerenders is no visit until then. */
export function whenVisited(callback: () => void) {
  if (document.prerendering) document.addEventListener('prerenderingchange', callback);
  else callback();
}

whenVisited(() =>
  whenIdle(() => {
    void askIfOpen();
    consent.subscribe(() => void askIfOpen());
  }),
);
