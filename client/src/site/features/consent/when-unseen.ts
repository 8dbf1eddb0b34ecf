/**
 * Calls back once nobody can see a strip or dialog that should be visible. Blockers of cookie notices hide it by CSS, or
 * remove it, and some do so a moment after it has appeared. Returns a function that stops watching.
 */
export function whenUnseen(element: Element, callback: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  async function look() {
    // A transition starts at an opacity of 0.
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    if (signal.aborted || isSeen(element)) return;
    watching.abort();
    callback();
  }
  const observer = new IntersectionObserver(look);
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
  // An observer does not notice a change of visibility or opacity.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, look, { signal, capture: true });
  return () => watching.abort();
}

function isSeen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return (
    Math.min(width, height) > LEAST_SIZE &&
    Math.min(x, y, innerWidth - x, innerHeight - y) > 0 &&
    // Safari before version 17.4 has no such method.
    element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) !== false &&
    // What cannot be hit may be clipped. The strip cannot be hit either beside the open menu.
    (!element.matches('.pm') || document.elementsFromPoint(x, y).includes(element))
  );
}

/** The borders of a dialog without height are still there, in CSS pixels. */
const LEAST_SIZE = 8;
