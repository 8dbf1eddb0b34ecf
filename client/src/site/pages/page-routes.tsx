import { type ComponentType, use } from 'react';
import { leaveFor } from '../../ui/load-code.ts';
import { type Wording, wordsNamesOf } from '../content/languages.ts';
import type { PagePath } from '../content/page-list.ts';
import { usePorts } from '../ports.ts';
import type { InfoPageName, Widgets } from './info-page.tsx';

interface PageRoute {
  /** Source files of the page's code, as the build manifest names them: preloaded with the page. */
  modules: readonly string[];
  /** Source files whose code loads later but whose markup is served at once: only their styles load with the page. */
  later?: readonly string[];
  /** The font of the largest text in the first view, if it is not the text font. */
  leadingFace?: 'display';
  load(): Promise<ComponentType>;
}

const infoPage = (
  page: InfoPageName,
  own?: { modules: readonly string[]; load(): Promise<{ widgets: Widgets }> },
): PageRoute => ({
  modules: ['client/src/site/pages/info-page.tsx', ...(own?.modules ?? [])],
  async load() {
    const [{ InfoPage }, loaded] = await Promise.all([import('./info-page.tsx'), own?.load()]);
    return () => <InfoPage page={page} widgets={loaded?.widgets} />;
  },
});

export const loadCookieWidgets = () => import('./cookie-widgets.ts');

export const routes: Readonly<Record<PagePath, PageRoute>> = {
  '/': {
    modules: ['client/src/site/pages/home-page.tsx'],
    later: ['client/src/site/features/signup/signup-panel.tsx'],
    leadingFace: 'display',
    load: async () => (await import('./home-page.tsx')).HomePage,
  },
  '/about': infoPage('about'),
  '/contact': infoPage('contact', {
    modules: ['client/src/site/features/contact/contact-form.tsx'],
    load: () => import('../features/contact/contact-form.tsx'),
  }),
  '/privacy': infoPage('privacy'),
  '/terms': infoPage('terms'),
  '/cookies': infoPage('cookies', {
    modules: ['client/src/site/pages/cookie-widgets.ts'],
    load: loadCookieWidgets,
  }),
  '/ccpa': infoPage('ccpa'),
  '/gdpr': infoPage('gdpr'),
  '/dpa': infoPage('dpa'),
  '/impressum': infoPage('impressum'),
  '/accessibility': infoPage('accessibility'),
};

const notFound: PageRoute = {
  modules: ['client/src/site/pages/not-found-page.tsx'],
  leadingFace: 'display',
  load: async () => (await import('./not-found-page.tsx')).NotFoundPage,
};

/** @param path without the prefix of a language */
export const isPage = (path: string): path is PagePath => Object.hasOwn(routes, path);

export const findRoute = (path: string): PageRoute => (isPage(path) ? routes[path] : notFound);

const loading = new Map<PageRoute, Promise<void>>();
const ready = new Map<PageRoute, ComponentType>();

/**
 * Loads the page's code and words. Resolves when the page can be rendered at once; await it before hydrating and
 * before rendering.
 */
export async function preloadPage(path: string, wording: Wording): Promise<void> {
  await Promise.all([loadComponent(findRoute(path)), ...wordsNamesOf(path).map(wording.load)]);
}

function loadComponent(route: PageRoute): Promise<void> {
  const known = loading.get(route);
  if (known) return known;
  const started = route.load().then(
    (page) => void ready.set(route, page),
    (error: unknown) => {
      loading.delete(route); // so that a later try may succeed
      throw error;
    },
  );
  loading.set(route, started);
  return started;
}

export const isPageReady = (path: string, wording: Wording): boolean =>
  ready.has(findRoute(path)) && wordsNamesOf(path).every(wording.loaded);

/**
 * The pages being loaded for back or forward. If the code cannot be loaded, the browser asks the
 * server for the page, and the promise never settles.
 */
const leaving = new Map<PageRoute, Promise<void>>();
function loadOrLeave(path: string, wording: Wording): Promise<void> {
  const route = findRoute(path);
  const started =
    leaving.get(route) ??
    preloadPage(path, wording).catch(() => {
      leaveFor(location.href);
      return new Promise<void>(() => {});
    });
  leaving.set(route, started);
  return started;
}

export function RoutePage({ path }: { path: string }) {
  const { wording } = usePorts();
  if (!isPageReady(path, wording)) use(loadOrLeave(path, wording));
  const Page = ready.get(findRoute(path));
  return Page ? <Page /> : null;
}
