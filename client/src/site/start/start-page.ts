import type { MissingCode } from '../../ui/load-code.ts';
import { holdsText } from './holds-text.ts';
import { askForTab } from './lead-to-form.ts';
import { createRecovery } from './recovery.ts';

/**
 * The only script that the served page names. It fetches the others once the first view is painted, so that 75 KB of code
 * never share a slow line with the styles and the font that the view waits for (docs/decisions/007-critical-path.md). It
 * also decides what happens when code cannot be loaded, so it shares no file with the rest.
 */
const script = document.querySelector<HTMLScriptElement>('script[data-modules]');
const [entry = '', ...files] = script?.dataset['modules']?.split(' ') ?? [];
const [question = '', ...asking] = script?.dataset['question']?.split(' ') ?? [];
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** Tells the stylesheet that a script has arrived, so that it does not show its notice (styles/base.css). */
const { dataset } = document.documentElement;
dataset['code'] = 'coming';

/** The button pressed last. A press that nothing could answer yet is repeated after hydration. */
let pressed: Element | null | undefined;
/** The tab that was asked for last. */
let tab: string | undefined;
addEventListener(
  'click',
  (event) => {
    // An extension may dispatch a click on the document or the window.
    const target = event.target as Partial<Element>;
    // What was typed is kept in memory alone. A page of another language is another document, as is this one loaded anew.
    if (
      target.closest?.('a:is([hreflang], [data-reload])') &&
      !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
      !mayLeave()
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
    dataset['pressed'] = ''; // from now on sections are scrolled to (styles/base.css)
    tab = askForTab(target, event.timeStamp) ?? tab;
    pressed = target.closest?.('#root button:not([data-signup])');
  },
  true,
);

/** Asks before what was typed is lost. */
const mayLeave = () => !holdsText() || confirm(script?.dataset['loss']);

const recover = createRecovery({
  entry,
  async fetchPage() {
    const signal = AbortSignal.timeout(20_000);
    return (await fetch(location.href, { cache: 'no-store', signal })).text();
  },
  wait: (ms) =>
    new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, ms);
    }),
  mustStay: () => navigation?.type === 'reload' || holdsText(),
  reload: () => location.reload(),
  tell() {
    dataset['code'] = 'missing';
  },
});

addEventListener('code:missing', (event) => {
  event.preventDefault();
  void recover(event.detail);
});

addEventListener('page:leave', (event) => {
  if (!mayLeave()) event.preventDefault();
});

for (const type of ['pointerdown', 'wheel', 'keydown'])
  addEventListener(type, () => (dataset['reading'] = ''), { capture: true, passive: true });

if (script?.dataset['now'] === undefined) await firstPaint();
if (isAtHome()) {
  // Alone on the line: it is a quarter of the code, and must not come while somebody reads.
  if (!document.cookie.includes('cc_cookie=') && !navigator.globalPrivacyControl) {
    preload(asking);
    await import(/* @vite-ignore */ question).catch(() => {}); // the entry loads it, too, and tells
  }
  await fetchCode();
}
// React hydrates at once what an event is for.
pressed?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
if (tab) dispatchEvent(new CustomEvent(`signup:${tab}`, { detail: 'tab' }));

/**
 * Returns false where the document's path is not the one that it was rendered for, as in a web archive. The router would
 * replace the page by *not found*, and nobody would answer its requests.
 */
function isAtHome() {
  const path = document.getElementById('root')?.dataset['path'];
  // The address may be another one already: the visitor may have gone back or forward within this document.
  const { pathname } = new URL(navigation?.name ?? location.href);
  return path === undefined || path === decodeURI(pathname);
}

/** Resolves once the page is being hydrated. */
async function fetchCode() {
  preload(files);
  const load = () => import(/* @vite-ignore */ entry) as Promise<void>;
  try {
    await load();
  } catch {
    await new Promise<void>((resolve) => {
      const missing: MissingCode = {
        load: () => load().then(resolve),
        optional: false,
        giveUp() {},
      };
      void recover(missing);
    });
  }
}

/** All at once: an import would find the files of its own, and its styles, only after it has run. */
function preload(hrefs: readonly string[]) {
  for (const href of hrefs) {
    if (href.endsWith('.css')) {
      // Into the cache alone: Chromium complains about preloaded styles that nobody uses, as when no question is asked.
      fetch(href).catch(() => {});
      continue;
    }
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/** Resolves at once in a page that nobody sees yet; a browser that reports no paint waits for `load`. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    if (document.readyState === 'complete') setTimeout(resolve, 500);
    else addEventListener('load', () => setTimeout(resolve, 500));
  });
}
