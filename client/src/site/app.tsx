import { Suspense, useEffect, useState } from 'react';
import { Router, useLocation } from 'wouter';
import { prefixOf } from '#shared/site-languages';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import styles from './app.module.css';
import { FailedPage } from './layout/failed-page.tsx';
import { Footer } from './layout/footer/footer.tsx';
import { Header } from './layout/header/header.tsx';
import { OfferedLanguage } from './layout/languages/offered-language.tsx';
import { useDialogLinks } from './layout/navigation/dialog-links.ts';
import { createNavigation, NavigationProvider } from './layout/navigation/navigation.ts';
import { loadHead, RouteObserver } from './layout/navigation/route-observer.tsx';
import { Toasts } from './layout/toasts.tsx';
import { isPageReady, preloadPage, RoutePage } from './pages/page-routes.tsx';
import { usePorts } from './ports.ts';

interface AppProps {
  /**
   * The path that is rendered on the server. The browser hydrates that page even if its visitor went back or forward
   * before its code had loaded, and then shows the one in the address bar.
   */
  ssrPath?: string;
}

export function App({ ssrPath }: AppProps) {
  const { wording } = usePorts();
  const base = prefixOf(wording.language);
  const [navigation] = useState(() =>
    createNavigation((address) => {
      const path = address.slice(base.length);
      loadHead(wording).catch(() => {}); // tried again when the page is shown
      return isPageReady(path, wording) ? undefined : preloadPage(path, wording);
    }),
  );
  useEffect(() => {
    addEventListener('popstate', navigation.abandon);
    return () => removeEventListener('popstate', navigation.abandon);
  }, [navigation]);
  return (
    <NavigationProvider value={navigation}>
      <Router
        base={base}
        aroundNav={navigation.aroundNav}
        {...(ssrPath !== undefined && { ssrPath })}
      >
        <Layout />
      </Router>
    </NavigationProvider>
  );
}

function Layout() {
  const [path] = useLocation();
  useDialogLinks();
  return (
    <Toasts>
      <ErrorBoundary fallback={null}>
        <Header />
      </ErrorBoundary>
      <OfferedLanguage />
      <main id="main" className={styles['main']} tabIndex={-1}>
        <Suspense fallback={null}>
          <ErrorBoundary key={path} fallback={<FailedPage path={path} />}>
            <RoutePage path={path} />
          </ErrorBoundary>
          <ErrorBoundary fallback={null}>
            <RouteObserver path={path} />
          </ErrorBoundary>
        </Suspense>
      </main>
      <ErrorBoundary fallback={null}>
        <Footer />
      </ErrorBoundary>
    </Toasts>
  );
}
