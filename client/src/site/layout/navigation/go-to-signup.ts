import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { SignupType } from '#shared/signups';
import { useNavigation } from './navigation.ts';

/** The specification's delay before scrolling to the signup block after coming home, in milliseconds. */
const ARRIVAL_DELAY_MS = 100;
/** No browser takes longer for a smooth scroll, in milliseconds. */
const LONGEST_SCROLL_MS = 1_500;

/** On the home page: activates a tab, scrolls to it and focuses the name field (client/src/site/start/lead-to-form.ts). */
const showSignup = (type: SignupType) => window.dispatchEvent(new Event(`signup:${type}`));

/** What was pressed on another page. The header keeps watch for it: the page that has the button goes. */
const pending: { asked?: { type: SignupType; ticket: number; from: string; top: number } } = {};

/** From any page. Leaving again before the scroll cancels it. */
export function useGoToSignup(): (type: SignupType) => void {
  const [path, navigate] = useLocation();
  const navigation = useNavigation();

  useEffect(() => {
    const { asked } = pending;
    delete pending.asked;
    if (path !== '/' || !asked || asked.ticket !== navigation.ticket()) return;
    let shown = Number.NEGATIVE_INFINITY;
    let timer = setTimeout(arrive, ARRIVAL_DELAY_MS);
    function arrive() {
      if (!asked) return;
      // On a slow line the path is here before the page.
      if (!document.getElementById('signup')) {
        timer = setTimeout(arrive, ARRIVAL_DELAY_MS);
        return;
      }
      shown = performance.now();
      showSignup(asked.type);
    }
    return () => {
      clearTimeout(timer);
      // A scroll under way beats the browser's own restoring and would go on in the page gone back to.
      const isScrolling = performance.now() - shown < LONGEST_SCROLL_MS;
      if (!isScrolling || location.pathname !== asked.from) return;
      requestAnimationFrame(() => window.scrollTo({ top: asked.top, behavior: 'instant' }));
    };
  }, [path, navigation]);

  return (type) => {
    if (path === '/') {
      showSignup(type);
    } else {
      const from = location.pathname; // with the prefix of the language, unlike `path`
      pending.asked = { type, ticket: navigation.ticket() + 1, from, top: scrollY };
      navigate('/');
    }
  };
}
