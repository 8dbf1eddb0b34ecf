import { SCROLL_MILESTONES } from '#shared/event-values';

/**
 * Reports each milestone (percent of the scrollable distance) once, at a scroll. A milestone passed
 * before setup is reported at the next scroll. Returns an idempotent `dispose`.
 */
export function watchScroll(report: (percent: (typeof SCROLL_MILESTONES)[number]) => void) {
  const left = [...SCROLL_MILESTONES];
  const onScroll = () => {
    const way = document.documentElement.scrollHeight - innerHeight;
    // One pixel of tolerance: zoomed screens end on fractions.
    while (left[0] && way > 0 && ((scrollY + 1) / way) * 100 >= left[0]) {
      report(left[0]);
      left.shift();
    }
  };
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}
