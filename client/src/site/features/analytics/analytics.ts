import { uuidv7 } from '#shared/uuid';
import type { Track } from '../../ports.ts';
import { createBeacon } from './beacon.ts';
import { pageContext } from './page-context.ts';
import { watchScroll } from './scroll-milestones.ts';
import { watchSections } from './section-views.ts';
import { createTracker, type OpenTracker, type TrackerOptions } from './tracker.ts';

export interface Analytics {
  track: Track;
  /** A page view begins: milestones and sections count anew; they are watched on `/` only. */
  pageView(path: string): void;
  /** Consent is gone. Idempotent; nothing is sent after it. */
  dispose(): void;
}

export interface AnalyticsOptions
  extends Pick<TrackerOptions, 'consentId' | 'onRefused' | 'onOutdated'> {
  /** Another transport's tracker instead of our own beacon's. */
  openTracker?: OpenTracker | undefined;
}

const openBeacon: OpenTracker = (options) =>
  createTracker({
    ...options,
    transport: createBeacon(options),
    isOnline: () => navigator.onLine,
  });

/** Starts measuring. Called, and downloaded, only once the grant is on the server's disk. */
export function startAnalytics({
  openTracker = openBeacon,
  ...options
}: AnalyticsOptions): Analytics {
  const { now } = Date;
  const tracker = openTracker({
    ...options,
    now,
    newId: () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10))),
    context: pageContext,
  });
  let disposers: (() => void)[] = [];
  const stopWatching = () => {
    for (const dispose of disposers) dispose();
    disposers = [];
  };
  const pageView = (path: string) => {
    stopWatching();
    tracker.newContext();
    if (path !== '/') return;
    disposers = [
      watchScroll((percent_scrolled) => tracker.track('scroll', { percent_scrolled })),
      watchSections((section_name) => tracker.track('section_view', { section_name })),
    ];
  };

  const listening = new AbortController();
  const on = <E extends Event>(type: string, listener: (event: E) => void) =>
    addEventListener(type, listener as EventListener, {
      signal: listening.signal,
      capture: true, // what is the document's passes the window
    });
  on('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tracker.flush();
  });
  on('pagehide', () => tracker.flush(true));
  on('pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // Back from the back-forward cache: a visit to the page like any other.
    pageView(location.pathname);
    tracker.resume();
  });
  on('online', tracker.resume);

  return {
    track: tracker.track,
    pageView,
    dispose() {
      stopWatching();
      listening.abort();
      tracker.dispose();
    },
  };
}
