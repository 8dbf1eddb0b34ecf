import { TRACKED_SECTIONS } from '#shared/event-values';

type Section = (typeof TRACKED_SECTIONS)[number];

/**
 * Reports each section once, when half of it is in view or it fills half of the view. A section that
 * is already in view is reported at once. Returns an idempotent `dispose`.
 */
export function watchSections(report: (section: Section) => void) {
  const left = new Set<string>(TRACKED_SECTIONS);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect } of entries) {
        const seen = intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2;
        // A slow frame delivers several entries for one section together.
        if (seen && left.delete(target.id)) report(target.id as Section);
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
