import { useEffect, useRef } from 'react';

const nothing = () => {};

/**
 * Makes the browser's Back close an open sheet, where it would otherwise change the page behind it. While it is open, the
 * sheet has a history entry with the address of the page. Whatever closes the sheet goes back over that entry, so that
 * the history holds nothing of it afterwards.
 *
 * Returns a function that closes the sheet and then calls back. A navigation belongs in the callback: there it takes the
 * place of the sheet's entry.
 */
export function useBackCloses(open: boolean, setOpen: (open: boolean) => void) {
  /** Set from the moment that somebody asks to close the sheet. */
  const next = useRef<() => void>(null);
  useEffect(() => {
    if (!open) return;
    history.pushState({ sheet: true }, '');
    const close = () => {
      setOpen(false);
      // A frame later the browser has restored its scroll position, which would stop a scroll that starts now.
      requestAnimationFrame(next.current ?? nothing);
      next.current = null;
    };
    addEventListener('popstate', close, { once: true });
    return () => removeEventListener('popstate', close);
  }, [open, setOpen]);

  return (then: () => void = nothing) => {
    if (next.current) return; // a second press must not go back twice
    next.current = then;
    history.back();
  };
}
