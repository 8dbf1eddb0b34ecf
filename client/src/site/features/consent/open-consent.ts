import type { ConsentDecision } from '#shared/consents';
import type { PageData } from '#shared/page';
import { uuidv7 } from '#shared/uuid';
import { openChannel } from '../../../ui/open-channel.ts';
import { type ConsentPolicy, type ConsentStore, createConsentStore } from './consent-store.ts';
import { outcomeOf, type PostOutcome } from './post-outcome.ts';

declare global {
  interface Navigator {
    /** Global Privacy Control (W3C draft), where the browser supports it. */
    globalPrivacyControl?: boolean;
  }
}

/** The clock in whole milliseconds. Tests and some extensions replace it with one that returns fractions. */
const now = () => Math.trunc(Date.now());

/** Returns an id for a consent, a session or an event. */
export const newId = () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)));

/** Opens the consent store of this browser, with its cookie, its other tabs and its network. */
export function openConsent(data: PageData): ConsentStore {
  const channel = openChannel('consent');
  const store = createConsentStore({
    readCookies: () => document.cookie,
    writeCookie(assignment) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is async; a refusal must take effect at once
      document.cookie = assignment;
    },
    post,
    announce: () => channel?.postMessage('decided'),
    // Browsers offer Web Locks on https and localhost only, and may deny them where cookies are blocked. Without locks,
    // two tabs may each count the same refusal that was made offline.
    exclusively: async (work) =>
      'locks' in navigator ? navigator.locks.request('consent', work).catch(work) : work(),
    now,
    monotonic: () => performance.now(),
    newId,
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
    // Not while the page closes: the next page sends what is not recorded.
    if (document.visibilityState === 'visible') store.refresh();
  });
  return store;
}

/** Returns the policy of this copy of the page. Global Privacy Control counts by header and by script alike. */
export const policyOf = (data: PageData): ConsentPolicy => ({
  ...data,
  gpc: data.gpc || navigator.globalPrivacyControl === true,
});

/** The time after which an unanswered request is aborted, in milliseconds. It is repeated only after that. */
const MAX_WAIT_MS = 30_000;

async function post(decision: ConsentDecision, aborter: AbortController): Promise<PostOutcome> {
  const timer = setTimeout(() => aborter.abort(), MAX_WAIT_MS);
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
