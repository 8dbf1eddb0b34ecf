import { SCROLL_MILESTONES } from '#shared/event-values';
import type { Track } from '../../ports.ts';
import { listen } from './listen.ts';

/**
 * Reports each milestone (percent of the scrollable distance) once per page view, at a scroll. A milestone passed
 * before the page view starts is reported at the next scroll. Returns a function that starts a page view, of the
 * measured page or of another one.
 */
export function watchScroll(track: Track, signal: AbortSignal) {
  let left = new Set<(typeof SCROLL_MILESTONES)[number]>();
  listen(signal, 'scroll', () => {
    const way = document.documentElement.scrollHeight - innerHeight;
    for (const percent_scrolled of left) {
      // One pixel of tolerance: zoomed screens end on fractions.
      if (way > 0 && scrollY + 1 >= (way * percent_scrolled) / 100) {
        left.delete(percent_scrolled);
        track('scroll', { percent_scrolled });
      }
    }
  });
  return (isMeasured: boolean) => {
    left = new Set(isMeasured ? SCROLL_MILESTONES : []);
  };
}
