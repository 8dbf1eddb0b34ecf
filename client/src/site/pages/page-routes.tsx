import { type ComponentType, use } from 'react';
import { leaveFor } from '../../ui/load-chunk.ts';
import type { InfoPageContent } from '../content/info/info-content.ts';
import type { PagePath } from '../content/pages.ts';
import type { Widgets } from './info-widgets.tsx';

interface PageRoute {
  /** Source files of the page's chunks, as the build manifest names them: preloaded with the page. */
  modules: readonly string[];
  /**
   * Source files whose chunks load later but whose markup is served at once: only their styles load
   * with the page.
   */
  later?: readonly string[];
  /** The font of the largest text in the first view, if it is not the text font. */
  leadingFace?: 'display';
  load(): Promise<ComponentType>;
}

const infoPage = (
  file: string,
  loadContent: () => Promise<{ content: InfoPageContent }>,
  own?: { modules: readonly string[]; load(): Promise<Widgets> },
): PageRoute => ({
  modules: [
    'client/src/site/pages/info-page.tsx',
    `client/src/site/content/info/${file}.ts`,
    ...(own?.modules ?? []),
  ],
  async load() {
    const [{ InfoPage }, { content }, widgets = {}] = await Promise.all([
      import('./info-page.tsx'),
      loadContent(),
      own?.load(),
    ]);
    return () => <InfoPage content={content} widgets={widgets} />;
  },
});

const contactForm = {
  modules: ['client/src/site/features/contact/contact-form.tsx'],
  load: async () => ({
    'contact-form': (await import('../features/contact/contact-form.tsx')).ContactForm,
  }),
};

const myData = {
  modules: ['client/src/site/features/consent/my-data/my-data-panel.tsx'],
  load: async () => ({
    'my-data': (await import('../features/consent/my-data/my-data-panel.tsx')).MyDataPanel,
  }),
};

export const routes: Readonly<Record<PagePath, PageRoute>> = {
  '/': {
    modules: ['client/src/site/pages/home-page.tsx'],
    later: ['client/src/site/features/signup/signup-panel.tsx'],
    leadingFace: 'display',
    load: async () => (await import('./home-page.tsx')).HomePage,
  },
  '/about': infoPage('about', () => import('../content/info/about.ts')),
  '/contact': infoPage('contact', () => import('../content/info/contact.ts'), contactForm),
  '/privacy': infoPage('privacy', () => import('../content/info/privacy.ts')),
  '/terms': infoPage('terms', () => import('../content/info/terms.ts')),
  '/cookies': infoPage('cookies', () => import('../content/info/cookies.ts'), myData),
  '/ccpa': infoPage('ccpa', () => import('../content/info/ccpa.ts')),
  '/gdpr': infoPage('gdpr', () => import('../content/info/gdpr.ts')),
  '/dpa': infoPage('dpa', () => import('../content/info/dpa.ts')),
  '/impressum': infoPage('impressum', () => import('../content/info/impressum.ts')),
};

const notFound: PageRoute = {
  modules: ['client/src/site/pages/not-found-page.tsx'],
  leadingFace: 'display',
  load: async () => (await import('./not-found-page.tsx')).NotFoundPage,
};

const isPage = (path: string): path is PagePath => Object.hasOwn(routes, path);

export const findRoute = (path: string): PageRoute => (isPage(path) ? routes[path] : notFound);

const loading = new Map<PageRoute, Promise<void>>();
const ready = new Map<PageRoute, ComponentType>();

/**
 * Loads the page's code. Resolves when the page can be rendered at once; await it before hydrating and
 * before rendering.
 */
export function preloadPage(path: string): Promise<void> {
  const route = findRoute(path);
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

export const isPageReady = (path: string) => ready.has(findRoute(path));

/**
 * The pages being loaded for back or forward. If the code cannot be loaded, the browser asks the
 * server for the page, and the promise never settles.
 */
const leaving = new Map<PageRoute, Promise<void>>();
function loadOrLeave(path: string): Promise<void> {
  const route = findRoute(path);
  const started =
    leaving.get(route) ??
    preloadPage(path).catch(() => {
      leaveFor(location.href);
      return new Promise<void>(() => {});
    });
  leaving.set(route, started);
  return started;
}

export function RoutePage({ path }: { path: string }) {
  if (!isPageReady(path)) use(loadOrLeave(path));
  const Page = ready.get(findRoute(path));
  return Page ? <Page /> : null;
}
