import type { ConsentDecision } from '#shared/consents';
import type { PageData } from '#shared/page';
import { uuidv7 } from '#shared/uuid';
import { type ConsentPolicy, type ConsentStore, createConsentStore } from './consent-store.ts';
import { outcomeOf, type PostOutcome } from './post-outcome.ts';

declare global {
  interface Navigator {
    /** Global Privacy Control (W3C draft), where the browser has it. */
    globalPrivacyControl?: boolean;
  }
}

/** The consent store joined to this browser: its cookie, its other tabs, its network. */
export function openConsent(data: PageData): ConsentStore {
  const channel = openChannel();
  const store = createConsentStore({
    readCookies: () => document.cookie,
    writeCookie(assignment) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is async; a refusal acts at once
      document.cookie = assignment;
    },
    post,
    announce: () => channel?.postMessage('decided'),
    // Browsers have Web Locks on https and localhost only, and may deny them where cookies are blocked. Without them two
    // tabs may count a refusal that was made offline.
    exclusively: async (work) =>
      'locks' in navigator ? navigator.locks.request('consent', work).catch(work) : work(),
    now: Date.now,
    monotonic: () => performance.now(),
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    later(callback, delayMs) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    secure: location.protocol === 'https:',
    policy: policyOf(data),
  });
  if (channel) channel.onmessage = store.refresh;
  addEventListener('focus', store.refresh);
  addEventListener('online', store.refresh);
  addEventListener('pageshow', store.refresh);
  document.addEventListener('visibilitychange', () => {
    // Not on the way out: what is not recorded is the next page's then.
    if (document.visibilityState === 'visible') store.refresh();
  });
  return store;
}

/** Returns undefined in Firefox while all cookies are blocked. The tabs have no choice in common then anyway. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('consent');
  } catch {
    return undefined;
  }
}

/** What this copy of the page asks. The signal counts by header and by script alike. */
export const policyOf = ({ revision, textHash, gpc }: PageData): ConsentPolicy => ({
  revision,
  textHash,
  gpc: gpc || navigator.globalPrivacyControl === true,
});

/** A request that is not answered within so many milliseconds is ended: only then is it made again. */
const MAX_WAIT_MS = 30_000;

async function post(decision: ConsentDecision, signal: AbortSignal): Promise<PostOutcome> {
  const aborter = new AbortController();
  const end = () => aborter.abort();
  signal.addEventListener('abort', end);
  const timer = setTimeout(end, MAX_WAIT_MS);
  try {
    const { status } = await fetch('/api/consents', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(decision),
      keepalive: true,
      signal: aborter.signal,
    });
    return outcomeOf(status);
  } catch {
    return 'retry';
  } finally {
    clearTimeout(timer);
  }
}
