// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchSections } from './section-views.ts';

/** The height of a phone's viewport, in CSS pixels. */
const VIEW = 800;

/**
 * Builds a page of sections with the given heights, one below the other, and an `IntersectionObserver` that behaves
 * like a browser's: it calls back at the start, and whenever the visible share of a target crosses one of its
 * thresholds.
 */
function openPage(heights: Record<string, number>) {
  vi.stubGlobal('innerHeight', VIEW);
  let top = 0;
  const places = new Map<string, { top: number; height: number }>();
  for (const [id, height] of Object.entries(heights)) {
    document.body.append(Object.assign(document.createElement('section'), { id }));
    places.set(id, { top, height });
    top += height;
  }
  let scrollTop = 0;
  const looks = new Set<() => void>();
  class Observer {
    readonly #callback: IntersectionObserverCallback;
    readonly #thresholds: number[];
    readonly #passed = new Map<Element, number>();
    readonly #look = () => {
      const entries = [...this.#passed].flatMap(([target, before]) => {
        const place = places.get(target.id) ?? { top: 0, height: 1 };
        const bottom = Math.min(place.top + place.height, scrollTop + VIEW);
        const height = Math.max(0, bottom - Math.max(place.top, scrollTop));
        const intersectionRatio = height / place.height;
        const passed = this.#thresholds.filter((ratio) => height > 0 && intersectionRatio >= ratio);
        this.#passed.set(target, passed.length);
        const entry = { target, intersectionRatio, intersectionRect: { height } };
        return passed.length === before ? [] : [entry as IntersectionObserverEntry];
      });
      if (entries.length > 0) this.#callback(entries, this as unknown as IntersectionObserver);
    };
    constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
      this.#callback = callback;
      this.#thresholds = [options.threshold ?? 0].flat();
      looks.add(this.#look);
    }
    observe(target: Element) {
      this.#passed.set(target, -1);
      this.#look();
    }
    disconnect() {
      looks.delete(this.#look);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });
  const seen: string[] = [];
  const dispose = watchSections((section) => seen.push(section));
  return {
    seen,
    dispose,
    /** Scrolls in small steps, like a finger. */
    scrollTo(end: number) {
      while (scrollTop < end) {
        scrollTop = Math.min(end, scrollTop + 20);
        for (const look of looks) look();
      }
    },
  };
}

test('a section is reported once half of it is in view, and only once', () => {
  const { seen, scrollTo } = openPage({ hero: VIEW, benefits: 400, pipeline: VIEW });
  expect(seen).toEqual(['hero']);
  scrollTo(180);
  expect(seen).toEqual(['hero']);
  scrollTo(220);
  expect(seen).toEqual(['hero', 'benefits']);
  scrollTo(2_000);
  expect(seen).toEqual(['hero', 'benefits', 'pipeline']);
});

test('a section taller than twice the view is reported once it fills half of the view', () => {
  const { seen, scrollTo } = openPage({ hero: VIEW, pipeline: 3 * VIEW });
  scrollTo(0.45 * VIEW);
  expect(seen).toEqual(['hero']);
  scrollTo(0.65 * VIEW); // the browser calls back at each twentieth of the section, which is 0.15 of the view
  expect(seen).toEqual(['hero', 'pipeline']);
});

test('after dispose nothing is reported', () => {
  const { seen, scrollTo, dispose } = openPage({ hero: VIEW, pipeline: VIEW });
  dispose();
  scrollTo(VIEW);
  expect(seen).toEqual(['hero']);
});
