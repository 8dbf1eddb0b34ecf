import { TRACKED_SECTIONS } from '#shared/event-names';

/**
 * Reports each section once, when half of it is in view or it fills half of the view; one that is in
 * view already is reported at once. Gives an idempotent `dispose`.
 */
export function watchSections(report: (section: (typeof TRACKED_SECTIONS)[number]) => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect } of entries) {
        if (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2) {
          observer.unobserve(target);
          report(target.id as (typeof TRACKED_SECTIONS)[number]);
        }
      }
    },
    { threshold: Array.from({ length: 21 }, (_, step) => step / 20) },
  );
  for (const id of TRACKED_SECTIONS) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
  return () => observer.disconnect();
}
