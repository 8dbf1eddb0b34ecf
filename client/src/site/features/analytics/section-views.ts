import { TRACKED_SECTIONS } from '#shared/event-values';
import type { Track } from '../../ports.ts';
import { listen } from './listen.ts';

type Section = (typeof TRACKED_SECTIONS)[number];

/** The time from the end of a scroll to a look at the page, in milliseconds. Longer than the delay of go-to-signup.ts. */
const REST_MS = 150;
/**
 * The longest pause before or within an automatic scroll, in milliseconds. Where the browser does not tell the end of a
 * scroll (Safari before version 26), such a pause is the end.
 */
const STALL_MS = 1_000;

/**
 * Reports each section once per page view, when half of it is in view or it fills half of the view. While a link or a
 * button scrolls the page, no section counts as seen until that scroll ends or the visitor scrolls.
 */
export function watchSections(track: Track, signal: AbortSignal) {
  let left = new Set<Section>();
  /** Reports a section that the visitor has certainly seen, unless it is reported already. */
  const see = (section_name: Section) => {
    if (left.delete(section_name)) track('section_view', { section_name });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.intersectionRatio >= 0.5 || entry.intersectionRect.height >= innerHeight / 2)
          see(entry.target.id as Section);
      }
    },
    // A section taller than two views fills half of the view before half of it is in view.
    { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
  );
  let timer: ReturnType<typeof setTimeout>;
  const lookAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  };
  /** Observing anew calls back for what is in view now. */
  function look() {
    observer.disconnect();
    for (const id of left) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
  }
  const pass = () => {
    observer.disconnect();
    lookAfter(STALL_MS);
  };

  listen(signal, 'signup:notifyme', pass);
  listen(signal, 'signup:beta', pass);
  // An extension may dispatch a click on the document or the window.
  listen(signal, 'click', ({ target }) => (target as Partial<Element>).closest?.('a') && pass());
  listen(signal, 'scroll', () => lookAfter(STALL_MS));
  // Not at once, because the press that starts a scroll ends the one before it.
  listen(signal, 'scrollend', () => lookAfter(REST_MS));
  listen(signal, 'wheel', look);
  listen(signal, 'touchmove', look);
  listen(signal, 'keydown', ({ key }: KeyboardEvent) => /Arrow|Page|Home|End/.test(key) && look());
  return {
    see,
    /** Starts a page view, of the measured page or of another one. */
    start(isMeasured: boolean) {
      left = new Set(isMeasured ? TRACKED_SECTIONS : []);
      pass();
      // Not at once, because a button on another page may have led here and then scrolls on.
      lookAfter(REST_MS);
    },
  };
}
