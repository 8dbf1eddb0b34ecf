/**
 * The only script that the served page names. It fetches the others once the first view is painted, so
 * that 75 KB of code never share a slow line with the styles and the font that the view waits for
 * (docs/decisions/007-critical-path.md).
 */
const [entry, ...chunks] =
  document
    .querySelector<HTMLScriptElement>('script[data-modules]')
    ?.dataset['modules']?.split(' ') ?? [];

/** What was pressed last while nothing could answer yet; pressed again for the visitor once something can. */
let pressed: Element | null = null;
const remember = ({ target }: MouseEvent) => {
  pressed = (target as Element).closest('#root button');
};
addEventListener('click', remember, true);

void firstPaint()
  .then(fetchCode)
  .then(() => {
    removeEventListener('click', remember, true);
    // React hydrates at once what an event is for.
    pressed?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });

/** Resolves once the page is being hydrated. */
function fetchCode(): Promise<unknown> | undefined {
  if (!entry) return;
  // All at once: an import would come upon the page's own chunks only after the entry has run.
  for (const href of chunks) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  return import(/* @vite-ignore */ entry);
}

/** Resolves at once in a page that nobody sees yet; a browser that reports no paint waits for `load`. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    const loaded = () => setTimeout(resolve, 500);
    if (document.readyState === 'complete') loaded();
    else addEventListener('load', loaded);
  });
}
