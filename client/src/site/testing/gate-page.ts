import { createAnalyticsGate } from '../analytics-gate.ts';
import { createConsentStore } from '../features/consent/consent-store.ts';
import { testPageData } from '../test-data.ts';

/** Lets all pending work run that waits for no answer. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A tracker that the gate has started, as the test sees it. */
export interface Tracker {
  consentId: string;
  isOpen: boolean;
  paths: string[];
  tracked: string[];
  refuse(): void;
  outdate(): void;
}

/** One page with a real consent store, whose server records every choice at once. */
export function openPage() {
  let cookie = '';
  let now = Date.parse('2026-03-02T09:00:00Z');
  let newIds = 0;
  const tab = () =>
    createConsentStore({
      readCookies: () => cookie,
      writeCookie(assignment) {
        cookie = /Max-Age=0/.test(assignment) ? '' : (assignment.split(';')[0] ?? '');
      },
      post: async () => 'recorded',
      announce() {},
      now: () => now++,
      monotonic: () => now,
      newId: () => `0195552f-0000-7000-8000-${String(++newIds).padStart(12, '0')}`,
      later: () => () => {},
      exclusively: async (work) => work(),
      secure: false,
      policy: testPageData(),
    });
  const consent = tab();
  let asked = testPageData({ posthogToken: 'old' });
  /** The page data that the server answers with; null while it does not answer. */
  let served: typeof asked | null = asked;
  let asks = 0;
  let answered = Promise.resolve();
  const loads: { token: string | null; arrive(): void; fail(): void }[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const trackers: Tracker[] = [];
  let breaks = false;
  const gate = createAnalyticsGate({
    consent,
    load: (token) =>
      new Promise((resolve, reject) => {
        const start: Parameters<typeof resolve>[0] = (options) => {
          const tracker: Tracker = {
            consentId: options.consentId,
            isOpen: true,
            paths: [],
            tracked: [],
            refuse: options.onRefused,
            outdate: options.onOutdated,
          };
          trackers.push(tracker);
          return {
            track(name) {
              if (breaks) throw new Error('no such referrer');
              tracker.tracked.push(name);
            },
            pageView: (path) => void tracker.paths.push(path),
            dispose() {
              tracker.isOpen = false;
            },
          };
        };
        loads.push({ token, arrive: () => resolve(start), fail: () => reject(new Error('gone')) });
      }),
    asked: () => asked,
    async catchUp() {
      asks += 1;
      await answered;
      if (!served) return false;
      asked = served;
      consent.refresh();
      return true;
    },
    wait: (ms) => new Promise<void>((end) => waits.push({ ms, end })),
  });
  consent.subscribe(gate.update);
  gate.pageView('/');
  return {
    gate,
    consent,
    loads,
    waits,
    trackers,
    open: () => trackers.filter(({ isOpen }) => isOpen),
    /** Opens another tab of the same browser. */
    tab,
    asks: () => asks,
    /** Delays the server's answers until the returned function is called. */
    holdServer() {
      let release = () => {};
      answered = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    breakTrackers() {
      breaks = true;
    },
    serve(next: typeof served) {
      served = next;
    },
    async decide(analytics: boolean) {
      consent.decide(analytics, 'footer');
      await settled();
    },
    /** Finishes loading all requested code. */
    async arrive() {
      for (const load of loads) load.arrive();
      await settled();
    },
  };
}
