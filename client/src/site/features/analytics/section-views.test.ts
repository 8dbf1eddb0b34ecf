// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchSections } from './section-views.ts';

/** The height of a phone's viewport, in CSS pixels. */
const VIEW = 800;
const SITE = ['hero', 'pipeline', 'benefits', 'signup'];
type Seen = Pick<IntersectionObserverEntry, 'intersectionRatio'> & { height: number };
const WHOLE: Seen = { intersectionRatio: 1, height: VIEW };
const NOTHING: Seen = { intersectionRatio: 0, height: 0 };

/**
 * Builds a page of sections that fill the view one after another, and an `IntersectionObserver` that calls back like a
 * browser's: at the start, and when a section passes one of its thresholds. The clock stands still, except while the page
 * scrolls or rests.
 *
 * @param hasScrollEnd false for a browser that does not tell when a scroll ends
 */
function openPage({ hasScrollEnd = true } = {}) {
  vi.useFakeTimers();
  vi.stubGlobal('innerHeight', VIEW);
  for (const id of SITE)
    document.body.append(Object.assign(document.createElement('section'), { id }));
  let inView = { id: 'hero', ...WHOLE };
  /** How many thresholds each section had passed. */
  const observed = new Map<Element, number>();
  let callBack = (_: Element) => {};
  class Observer {
    constructor(callback: IntersectionObserverCallback, { threshold }: IntersectionObserverInit) {
      callBack = (target) => {
        const { intersectionRatio, height } = inView.id === target.id ? inView : NOTHING;
        const passed = [threshold ?? 0].flat().filter((ratio) => intersectionRatio >= ratio);
        if (passed.length === observed.get(target)) return;
        observed.set(target, passed.length);
        const entry = { target, intersectionRatio, intersectionRect: { height } };
        callback([entry as IntersectionObserverEntry], this as unknown as IntersectionObserver);
      };
    }
    observe(target: Element) {
      callBack(target);
    }
    disconnect() {
      observed.clear();
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
    vi.useRealTimers();
    document.body.replaceChildren();
  });
  const rest = () => vi.advanceTimersByTime(1_000);
  /** Scrolls past sections to the last of them; each frame takes a moment. */
  function scrollPast(ids: readonly string[], how = WHOLE) {
    for (const id of ids) {
      inView = { id, ...how };
      window.dispatchEvent(new Event('scroll'));
      for (const target of observed.keys()) callBack(target);
      vi.advanceTimersByTime(200);
    }
    if (hasScrollEnd) window.dispatchEvent(new Event('scrollend'));
  }
  rest();
  return { seen, see, start, scrollPast, rest };
}

/** Presses a link of the page; the browser then scrolls. */
function pressLink() {
  const link = document.createElement('a');
  document.body.append(link);
  link.click();
}
const on = (type: string) => () => window.dispatchEvent(new Event(type));
const pressKey = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

test('a section is reported once, when half of it is in view or it fills half of the view', () => {
  const { seen, scrollPast } = openPage();
  scrollPast(['pipeline'], { intersectionRatio: 0.49, height: 0.49 * VIEW });
  expect(seen).toEqual(['hero']);
  scrollPast(['pipeline'], { intersectionRatio: 0.5, height: 0.2 * VIEW });
  scrollPast(['signup']);
  scrollPast(['pipeline']);
  // A section taller than two views.
  scrollPast(['benefits'], { intersectionRatio: 0.15, height: 0.45 * VIEW });
  expect(seen).toEqual(['hero', 'pipeline', 'signup']);
  scrollPast(['benefits'], { intersectionRatio: 0.21, height: 0.63 * VIEW });
  expect(seen).toEqual(['hero', 'pipeline', 'signup', 'benefits']);
});

test('on another page nothing is reported', () => {
  const { seen, see, start, scrollPast, rest } = openPage();
  start(false);
  see('pipeline');
  scrollPast(['pipeline']);
  rest();
  expect(seen).toEqual(['hero']);
});

test.each<[string, boolean, (page: ReturnType<typeof openPage>) => unknown]>([
  ['a link', true, pressLink],
  ['a link, where no scrollend comes,', false, pressLink],
  ['a button that leads to the form', true, on('signup:beta')],
  ['such a button, where no scrollend comes,', false, on('signup:beta')],
  ['a link during an earlier scroll, which ends,', true, () => [pressLink(), on('scrollend')()]],
  ['a link, after a long stall,', true, () => [pressLink(), vi.advanceTimersByTime(900)]],
  ['a link, while somebody types,', true, () => [pressLink(), pressKey('Control'), pressKey(' ')]],
])('%s scrolls the page: only the section where that ends is seen', (_, hasScrollEnd, press) => {
  const page = openPage({ hasScrollEnd });
  press(page);
  page.scrollPast(['pipeline', 'benefits', 'signup']);
  expect(page.seen).toEqual(['hero']);
  page.rest();
  expect(page.seen).toEqual(['hero', 'signup']);
});

test.each([
  ['the wheel', on('wheel')],
  ['a finger', on('touchmove')],
  ['a key', () => pressKey('PageDown')],
])('%s ends the automatic scroll: from there on sections are seen', (_, act) => {
  const { seen, scrollPast } = openPage();
  pressLink();
  scrollPast(['pipeline']);
  act();
  scrollPast(['benefits']);
  expect(seen).toEqual(['hero', 'pipeline', 'benefits']);
});

test.each([true, false])(
  'a page view that scrolls on is seen where it ends, by a button: %s',
  (byButton) => {
    const { seen, see, start, scrollPast, rest } = openPage();
    start(true); // a new page view
    if (byButton) {
      vi.advanceTimersByTime(100); // the delay of a button that leads from another page to the form
      on('signup:notifyme')();
    }
    scrollPast(['pipeline', 'benefits', 'signup']);
    rest();
    see('signup');
    expect(seen).toEqual(['hero', 'signup']);
  },
);
