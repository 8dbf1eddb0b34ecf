import type { MissingCode } from '../../ui/load-code.ts';
import { hasReloaded, holdsText, keepDrafts, keepPlace, returnTo, takePlace } from './place.ts';
import { createRecovery } from './recovery.ts';

/**
 * The only script that the served page names. It fetches the others once the first view is painted, so
 * that 75 KB of code never share a slow line with the styles and the font that the view waits for
 * (docs/decisions/007-critical-path.md). It also decides what happens when code cannot be loaded, so it
 * shares no file with the rest.
 */
const script = document.querySelector<HTMLScriptElement>('script[data-modules]');
const [entry = '', ...files] = script?.dataset['modules']?.split(' ') ?? [];
/** A press may be the reason why code is needed, for this long, in milliseconds. */
const PRESS_MS = 10_000;
/** An outcome that comes just before a reload stays in sight for this long, in milliseconds. */
const TOAST_MS = 10_000;
const PAUSE_MS = 250;

/** Tells the stylesheet that a script has arrived, so that it does not show its notice (styles/base.css). */
const { dataset } = document.documentElement;
dataset['code'] = 'coming';

/** The button pressed last. A press that nothing could answer yet is repeated after hydration. */
let pressed: Element | null | undefined;
let pressedAt = 0;
/** True from the call of `location.reload()` until the page is gone, which may take a second. */
let isReloading = false;
addEventListener(
  'click',
  (event) => {
    // An extension may dispatch a click on the document or the window.
    const target = event.target as Partial<Element>;
    // A page of another language is another document, and what was typed is kept in memory alone.
    if (
      target.closest?.('a[hreflang]') &&
      !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
      holdsText() &&
      !confirm(script?.dataset['loss'])
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
    dataset['pressed'] = ''; // from now on sections are scrolled to (styles/base.css)
    pressed = target.closest?.('#root button');
    pressedAt = event.timeStamp;
    const again = target.closest?.('[data-reload]');
    if (again) event.preventDefault();
    // Nothing else would answer a press while the page is being replaced, so the next page must know of it.
    if (again || (isReloading && pressed)) void reload();
  },
  true,
);

async function reload() {
  await outcomeSeen();
  keepPlace(performance.now() - pressedAt < PRESS_MS ? (pressed ?? null) : null);
  isReloading = true;
  location.reload();
}

/** The visitor must see the answer to a form that is being sent: waits for it, and shows its toast for a while. */
async function outcomeSeen() {
  for (let shownMs = TOAST_MS; ; shownMs += PAUSE_MS) {
    if (document.querySelector('form [aria-busy="true"]')) shownMs = 0;
    else if (shownMs >= TOAST_MS || !document.querySelector('[data-kind]')) return;
    await pause(PAUSE_MS);
  }
}

const recover = createRecovery({
  entry,
  async fetchPage() {
    const signal = AbortSignal.timeout(20_000);
    return (await fetch(location.href, { cache: 'no-store', signal })).text();
  },
  wait: (ms) =>
    Promise.race([
      pause(ms),
      new Promise((resolve) => addEventListener('online', resolve, { once: true })),
    ]),
  hasReloaded,
  reload: () => void reload(),
  tell() {
    dataset['code'] = 'missing';
  },
});

addEventListener('code:missing', (event) => {
  event.preventDefault();
  void recover(event.detail);
});

addEventListener('page:leave', (event) => {
  event.preventDefault();
  void outcomeSeen().then(() => {
    keepDrafts(event.detail);
    location.reload();
  });
});

const { place, drafts = {}, byLink } = takePlace();
// This listener runs first, so a form that is loaded overwrites its texts.
addEventListener('drafts:keep', ({ detail }) => void Object.assign(detail, drafts));
addEventListener('drafts:take', ({ detail }) => {
  for (const form of Object.keys(detail)) {
    detail[form] = drafts[form] ?? {};
    delete drafts[form];
  }
});
if (script?.dataset['now'] === undefined) await firstPaint();
if (place) {
  await loaded();
  pressed = returnTo(place);
} else if (byLink) {
  await loaded(); // a reload ignores the hash
  document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
  // Chromium restores the place even after the load event's listeners.
  setTimeout(() => {
    history.scrollRestoration = 'auto';
  });
}
if (isAtHome()) await fetchCode();
if (place?.tab === 'beta') {
  const detail = place.fields[place.focused]?.[1] ?? '';
  dispatchEvent(new CustomEvent('signup:beta', { detail }));
}
// React hydrates at once what an event is for.
pressed?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

/**
 * Returns false where the document's path is not the one that it was rendered for, as in a web archive. The router would
 * replace the page by *not found*, and nobody would answer its requests.
 */
function isAtHome() {
  const path = document.getElementById('root')?.dataset['path'];
  // The address may be another one already: the visitor may have gone back or forward within this document.
  const [loaded] = performance.getEntriesByType('navigation');
  const { pathname } = new URL(loaded?.name ?? location.href);
  return path === undefined || path === decodeURI(pathname);
}

/** Resolves once the page is being hydrated. */
async function fetchCode() {
  // All at once: an import would find the page's own files only after the entry has run.
  for (const href of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
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

/** Resolves at once in a page that nobody sees yet; a browser that reports no paint waits for `load`. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    void loaded().then(() => setTimeout(resolve, 500));
  });
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve());
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
