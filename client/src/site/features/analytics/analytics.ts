import type { Language } from '#shared/site-languages';
import type { Track } from '../../ports.ts';
import { listen } from './listen.ts';
import { pageContext } from './page-context.ts';
import { watchScroll } from './scroll-milestones.ts';
import { watchSections } from './section-views.ts';
import { createTracker, type OpenTracker, type TrackerOptions } from './tracker.ts';

export { pageContext };

export interface AnalyticsOptions
  extends Pick<TrackerOptions, 'consentId' | 'newId' | 'onRefused' | 'onOutdated'> {
  /** Of the page. */
  language: Language;
  /** Opens a tracker with another transport; by default, events leave by our own beacon. */
  openTracker?: OpenTracker | undefined;
}

/** Starts measuring. Downloaded and called only once the grant is on the server's disk. */
export function startAnalytics({
  openTracker = createTracker,
  language,
  ...options
}: AnalyticsOptions) {
  const tracker = openTracker({ ...options, context: () => pageContext(language) });
  const listening = new AbortController();
  const { signal } = listening;
  const startScroll = watchScroll(tracker.track, signal);
  const sections = watchSections(tracker.track, signal);
  let shown: string;
  /** Starts a page view and resets milestones and sections, which are watched on `/` only. */
  const pageView = (path: string) => {
    shown = path;
    tracker.newContext();
    startScroll(path === '/');
    sections.start(path === '/');
  };

  listen(signal, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') tracker.flush();
  });
  listen(signal, 'pagehide', () => tracker.flush(true));
  listen(signal, 'pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // A return from the back-forward cache counts as a page view.
    pageView(shown);
    tracker.resume();
  });
  listen(signal, 'online', tracker.resume);

  const track: Track = (name, properties) => {
    // A quick visitor sends the form while the page still scrolls to it. The view comes first all the same.
    if (name === 'form_submit') sections.see('signup');
    tracker.track(name, properties);
  };
  return {
    track,
    pageView,
    /** Stops measuring after a withdrawal: nothing is sent afterwards. Idempotent. */
    dispose() {
      pageView(''); // measures nothing
      listening.abort();
      tracker.dispose();
    },
  };
}
