import { uuidv7 } from '#shared/uuid';
import type { Track } from '../../ports.ts';
import { pageContext } from './page-context.ts';
import { watchScroll } from './scroll-milestones.ts';
import { watchSections } from './section-views.ts';
import { createTracker } from './tracker.ts';
import { createBeacon } from './transport.ts';

export interface Analytics {
  track: Track;
  /** A page view begins: milestones and sections count anew; they are watched on `/` only. */
  pageView(path: string): void;
  /** Consent is gone. Idempotent; nothing is sent after it. */
  dispose(): void;
}

/** Starts measuring. Called, and downloaded, only once the grant is on the server's disk. */
export function startAnalytics(consentId: string, onRefused: () => void): Analytics {
  const { now } = Date;
  const tracker = createTracker({
    transport: createBeacon({ consentId, now }),
    now,
    newId: () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10))),
    context: pageContext,
    onRefused,
  });
  let disposers: (() => void)[] = [];
  const stopWatching = () => {
    for (const dispose of disposers) dispose();
    disposers = [];
  };
  const leave = () => {
    if (document.visibilityState === 'hidden') tracker.flush();
  };
  const end = () => tracker.flush(true);
  document.addEventListener('visibilitychange', leave);
  addEventListener('pagehide', end);

  return {
    track: tracker.track,
    pageView(path) {
      stopWatching();
      tracker.newContext();
      if (path !== '/') return;
      disposers = [
        watchScroll((percent_scrolled) => tracker.track('scroll', { percent_scrolled })),
        watchSections((section_name) => tracker.track('section_view', { section_name })),
      ];
    },
    dispose() {
      stopWatching();
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('pagehide', end);
      tracker.dispose();
    },
  };
}
