import { createContext, useContext } from 'react';
import type { AroundNavHandler } from 'wouter';
import { leaveFor } from '../../../ui/load-code.ts';

/** @param preload resolves when the page at a path can be rendered; undefined when it already can */
export function createNavigation(preload: (path: string) => Promise<unknown> | undefined) {
  let tickets = 0;
  let byLink = false;
  return {
    /** Counts the navigations that links and buttons have asked for. */
    ticket: () => tickets,
    /** The browser went back or forward: what is still loading is no longer wanted. */
    abandon() {
      tickets += 1;
    },
    /** True once after a navigation by link or button, false after the browser's back and forward. */
    takeByLink() {
      const taken = byLink;
      byLink = false;
      return taken;
    },
    /** Lets a navigation wait for the page's code; of several in a row only the last one happens. */
    aroundNav(...[navigate, to, options]: Parameters<AroundNavHandler>) {
      tickets += 1;
      const mine = tickets;
      const { pathname, hash, href } = new URL(to, location.href);
      const go = () => {
        if (mine !== tickets) return;
        const samePage = pathname === location.pathname;
        byLink = !samePage;
        // As the browser does it: a link to the address in view leaves nothing that Back would have to undo.
        navigate(to, href === location.href ? { ...options, replace: true } : options);
        // The browser moves the focus where it follows a link itself.
        if (samePage) focusOn(scrollToTarget(hash, 'auto'));
      };
      const loading = preload(pathname);
      // If the code cannot be loaded (a new version is out, or no network), the browser requests the page from the server.
      if (loading) loading.then(go, () => mine === tickets && leaveFor(href));
      else go();
    },
  };
}

type Navigation = ReturnType<typeof createNavigation>;
const NavigationContext = createContext<Navigation | null>(null);
export const NavigationProvider = NavigationContext.Provider;
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('no NavigationProvider');
  return navigation;
}

/** Scrolls to the element that a hash names, or to the top. Whether `auto` is smooth is said in CSS. */
export function scrollToTarget(hash: string, behavior: ScrollBehavior): Element | null {
  const target =
    hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  if (target) target.scrollIntoView({ behavior });
  else window.scrollTo({ top: 0, behavior });
  return target;
}

function focusOn(element: Element | null) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
