import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { opensElsewhere } from '../../../ui/opens-elsewhere.ts';

/**
 * Follows links of the consent dialogs within the application. A library draws the dialogs outside of it, so the
 * browser would load the page again, and what was typed would be lost.
 */
export function useDialogLinks() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || opensElsewhere(event)) return;
      // An extension may dispatch a click on the document or the window.
      const link = (event.target as Partial<Element>).closest?.('a[href^="/"]');
      const href = link?.getAttribute('href');
      if (!href || link?.closest('#root')) return;
      event.preventDefault();
      navigate(`~${href}`); // it names its language already
    };
    addEventListener('click', follow);
    return () => removeEventListener('click', follow);
  }, [navigate]);
}
