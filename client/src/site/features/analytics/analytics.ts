import { uuidv7 } from '#shared/uuid';
import type { Track } from '../../ports.ts';
import { createBeacon } from './beacon.ts';
import { pageContext } from './page-context.ts';
import { watchScroll } from './scroll-milestones.ts';
import { watchSections } from './section-views.ts';
import { createTracker, type OpenTracker, type TrackerOptions } from './tracker.ts';

export interface Analytics {
  track: Track;
  /** Starts a page view and resets milestones and sections, which are watched on `/` only. */
  pageView(path: string): void;
  /** Stops measuring after a withdrawal: nothing is sent afterwards. Idempotent. */
  dispose(): void;
}

export interface AnalyticsOptions
  extends Pick<TrackerOptions, 'consentId' | 'onRefused' | 'onOutdated'> {
  /** Opens a tracker with another transport; by default, events leave by our own beacon. */
  openTracker?: OpenTracker | undefined;
}

const openBeacon: OpenTracker = (options) =>
  createTracker({
    ...options,
    transport: createBeacon(options),
    isOnline: () => navigator.onLine,
  });

/** Starts measuring. Downloaded and called only once the grant is on the server's disk. */
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
      capture: true, // capturing, so that the window also sees events of the document
    });
  on('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tracker.flush();
  });
  on('pagehide', () => tracker.flush(true));
  on('pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // A return from the back-forward cache counts as a page view.
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
