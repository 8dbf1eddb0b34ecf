import { createAnalyticsGate } from '../analytics-gate.ts';
import { testBrowser } from '../features/consent/testing/test-browser.ts';
import { testPageData } from '../test-data.ts';

type Start = Awaited<ReturnType<Parameters<typeof createAnalyticsGate>[0]['load']>>;

/** A tracker that the gate has started, as the test sees it. */
const newTracker = ({ consentId, onRefused, onOutdated }: Parameters<Start>[0]) => ({
  ...{ consentId, isOpen: true, refuse: onRefused, outdate: onOutdated },
  paths: [] as string[],
  tracked: [] as string[],
});

/** One page of a browser, whose server records every choice at once. */
export function openPage() {
  const { tab, settle } = testBrowser();
  const consent = tab();
  let asked = testPageData({ posthogToken: 'old' });
  const server = {
    /** The page data that it answers with; null while it does not answer. */
    page: asked as typeof asked | null,
    asks: 0,
    /** Answers come once this is resolved. */
    ready: Promise.resolve(),
  };
  const loads: { token: string | null; arrive(): void; fail(): void }[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const trackers: ReturnType<typeof newTracker>[] = [];
  const gate = createAnalyticsGate({
    consent,
    load: (token) =>
      new Promise((resolve, reject) => {
        const start: Start = (options) => {
          const tracker = newTracker(options);
          trackers.push(tracker);
          return {
            track: (name) => void tracker.tracked.push(name),
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
      server.asks += 1;
      await server.ready;
      if (!server.page) return false;
      asked = server.page;
      consent.refresh();
      return true;
    },
    wait: (ms) => new Promise<void>((end) => waits.push({ ms, end })),
  });
  consent.subscribe(gate.update);
  gate.pageView('/');
  async function decide(analytics: boolean) {
    consent.decide(analytics, 'footer');
    await settle();
  }
  /** Finishes loading all requested code. */
  async function arrive() {
    for (const load of loads) load.arrive();
    await settle();
  }
  return {
    ...{ gate, consent, server, loads, waits, trackers, tab, settle, decide, arrive },
    open: () => trackers.filter(({ isOpen }) => isOpen),
    /** Starts a tracker. */
    async grant() {
      await decide(true);
      await arrive();
    },
    /** Delays the server's answers until the returned function is called. */
    holdServer() {
      let release = () => {};
      server.ready = new Promise((resolve) => {
        release = resolve;
      });
      return async () => {
        release();
        await settle();
        await arrive();
      };
    },
  };
}
