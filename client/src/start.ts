/**
 * The only script that the served page names. It fetches the others once the first view is painted, so
 * that 75 KB of code never share a slow line with the styles and the font that the view waits for
 * (docs/decisions/007-critical-path.md).
 */
const [entry, ...chunks] =
  document
    .querySelector<HTMLScriptElement>('script[data-modules]')
    ?.dataset['modules']?.split(' ') ?? [];

void firstPaint().then(() => {
  if (!entry) return;
  // All at once: an import would come upon the page's own chunks only after the entry has run.
  for (const href of chunks) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  return import(/* @vite-ignore */ entry);
});

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
