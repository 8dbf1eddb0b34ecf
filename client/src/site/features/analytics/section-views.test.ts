// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchSections } from './section-views.ts';

/** The height of a phone's viewport, in CSS pixels. */
const VIEW = 800;

const FRAME_MS = 16;

/**
 * Builds a page of sections with the given heights, one below the other, and an `IntersectionObserver` that behaves
 * like a browser's: it calls back at the start, and whenever the visible share of a target crosses one of its
 * thresholds. The clock stands still, except while the page scrolls or rests.
 *
 * @param hasScrollEnd false for a browser that does not tell when a scroll ends
 * @param rests false to scroll as soon as the page is there
 */
function openPage(heights: Record<string, number>, { hasScrollEnd = true, rests = true } = {}) {
  vi.useFakeTimers();
  vi.stubGlobal('innerHeight', VIEW);
  if (hasScrollEnd) vi.stubGlobal('onscrollend', null);
  else Reflect.deleteProperty(window, 'onscrollend');
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
      if (!this.#passed.has(target)) this.#passed.set(target, -1);
      this.#look();
    }
    disconnect() {
      this.#passed.clear();
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  const seen: string[] = [];
  const listening = new AbortController();
  const { see, start } = watchSections(
    (_, properties) => seen.push(Object.values(properties).join()),
    listening.signal,
  );
  start(true);
  onTestFinished(() => {
    listening.abort();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    document.body.replaceChildren();
  });
  const rest = () => vi.advanceTimersByTime(1_000);
  /** Scrolls in small steps, as a finger and a smooth scroll do, or in one. */
  function scrollTo(end: number, step = 20) {
    while (scrollTop !== end) {
      scrollTop = Math.min(end, scrollTop + step);
      window.dispatchEvent(new Event('scroll'));
      for (const look of looks) look();
      vi.advanceTimersByTime(FRAME_MS);
    }
    if (hasScrollEnd) window.dispatchEvent(new Event('scrollend'));
  }
  if (rests) rest();
  return { seen, see, start, scrollTo, rest };
}

/** Presses a link of the page; the browser then scrolls. */
function pressLink() {
  const link = document.createElement('a');
  document.body.append(link);
  link.click();
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
  scrollTo(0.65 * VIEW); // the browser calls back at each tenth of the section, which is 0.3 of the view
  expect(seen).toEqual(['hero', 'pipeline']);
});

test('on another page nothing is reported', () => {
  const { seen, see, start, scrollTo, rest } = openPage({ hero: VIEW, pipeline: VIEW });
  start(false);
  see('pipeline');
  scrollTo(VIEW);
  rest();
  expect(seen).toEqual(['hero']);
});

const SITE = { hero: VIEW, pipeline: VIEW, benefits: VIEW, signup: VIEW };

for (const [what, press] of [
  ['a link', pressLink],
  ['a button that leads to the form', () => window.dispatchEvent(new Event('signup:beta'))],
] as const) {
  for (const hasScrollEnd of [true, false]) {
    test(`${what} scrolls the page: only the section where the scroll ends is reported, ${hasScrollEnd ? 'at' : 'without'} scrollend`, () => {
      const { seen, scrollTo, rest } = openPage(SITE, { hasScrollEnd });
      press();
      scrollTo(3 * VIEW);
      expect(seen).toEqual(['hero']);
      rest();
      expect(seen).toEqual(['hero', 'signup']);
    });
  }
}

test('a jump, as with reduced motion, reports the same as a smooth scroll', () => {
  const { seen, scrollTo, rest } = openPage(SITE);
  pressLink();
  scrollTo(3 * VIEW, 3 * VIEW);
  rest();
  expect(seen).toEqual(['hero', 'signup']);
});

test('the end of an earlier scroll does not end the automatic one', () => {
  const { seen, scrollTo, rest } = openPage(SITE);
  pressLink();
  window.dispatchEvent(new Event('scrollend'));
  scrollTo(3 * VIEW);
  rest();
  expect(seen).toEqual(['hero', 'signup']);
});

test('a long stall within an automatic scroll does not end it', () => {
  const { seen, scrollTo, rest } = openPage(SITE);
  pressLink();
  vi.advanceTimersByTime(900);
  scrollTo(3 * VIEW);
  rest();
  expect(seen).toEqual(['hero', 'signup']);
});

const key = (name: string) => () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
for (const [what, act] of [
  ['the wheel', () => window.dispatchEvent(new Event('wheel'))],
  ['a finger', () => window.dispatchEvent(new Event('touchmove'))],
  ['a key', key('PageDown')],
] as const) {
  test(`${what} ends the automatic scroll: from there on sections are seen`, () => {
    const { seen, scrollTo } = openPage(SITE);
    pressLink();
    scrollTo(1.3 * VIEW);
    act();
    scrollTo(2.2 * VIEW);
    expect(seen).toEqual(['hero', 'pipeline', 'benefits']);
  });
}

test('typing into the form and keys that do not scroll leave the automatic scroll alone', () => {
  const { seen, scrollTo, rest } = openPage(SITE);
  const form = document.createElement('form');
  document.body.append(form);
  pressLink();
  scrollTo(VIEW);
  key('Control')();
  form.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
  scrollTo(3 * VIEW);
  rest();
  expect(seen).toEqual(['hero', 'signup']);
});

test('a page that scrolls on within its first moment was led to, so its top was not seen', () => {
  const { seen, see, scrollTo, rest } = openPage(SITE, { rests: false });
  vi.advanceTimersByTime(100); // the delay of a button that leads from another page to the form
  window.dispatchEvent(new Event('signup:notifyme'));
  scrollTo(3 * VIEW);
  rest();
  expect(seen).toEqual(['signup']);
  see('signup');
  expect(seen).toEqual(['signup']);
});

test('a page that is being scrolled when measuring starts is looked at where the scroll ends', () => {
  const { seen, scrollTo, rest } = openPage(SITE, { rests: false });
  scrollTo(3 * VIEW);
  rest();
  expect(seen).toEqual(['signup']);
});
