import { useEffect, useRef, useState } from 'react';
import { loadCode } from '../../../ui/load-code.ts';
import type { Wording } from '../../content/languages.ts';
import { usePorts } from '../../ports.ts';
import { scrollToTarget, useNavigation } from './navigation.ts';

/** No page needs this before the visitor leaves it: it is loaded with the next one. */
export const loadHead = (wording: Wording) =>
  Promise.all([import('../../seo/describe-page.ts'), wording.load('heads')]);

/**
 * What a full page load would do, done on navigation: head tags, scroll, focus, announcement, page view.
 * It stands inside the pages' Suspense boundary, so its effects run when the page is really there.
 */
export function RouteObserver({ path }: { path: string }) {
  const ports = usePorts();
  const navigation = useNavigation();
  const [announcement, setAnnouncement] = useState('');
  const shownPath = useRef<string>(undefined);

  useEffect(() => {
    if (shownPath.current === path) return;
    const firstLoad = shownPath.current === undefined;
    shownPath.current = path;
    const { dataset } = document.documentElement;
    // The other values are the start script's (styles/base.css). Its notice of missing code stays.
    if (firstLoad && dataset['code'] !== 'missing') dataset['code'] = 'running';
    if (!firstLoad) {
      const describe = async () => (await loadHead(ports.wording))[0].describePage(path, ports);
      void loadCode(describe).then((title) => {
        if (shownPath.current === path) setAnnouncement(title);
      });
      // After back and forward the browser restores the scroll position itself.
      const target = navigation.takeByLink()
        ? scrollToTarget(location.hash, 'instant')
        : endSmoothScroll();
      focusQuietly(target ?? document.querySelector('main h1'));
    }
    ports.pageView(path);
  }, [path, ports, navigation]);

  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

/** Begun on the page before, it would go on in this one. */
function endSmoothScroll() {
  window.scrollTo({ top: scrollY, behavior: 'instant' });
  return null;
}

function focusQuietly(element: Element | null) {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
