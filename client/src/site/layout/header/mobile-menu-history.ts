import { useEffect, useRef } from 'react';

const nothing = () => {};

/**
 * Makes the browser's Back button close an open sheet; otherwise it would change the page behind it. While open, the
 * sheet has a history entry with the page's address. Closing the sheet in any way goes back over that entry, so that no
 * trace stays in the history.
 *
 * Returns a function that closes the sheet and then runs a callback. A navigation belongs in the callback, where it
 * replaces the sheet's entry.
 */
export function useBackCloses(open: boolean, setOpen: (open: boolean) => void) {
  /** Set as soon as somebody asks to close the sheet. */
  const next = useRef<() => void>(null);
  useEffect(() => {
    if (!open) return;
    history.pushState({ sheet: true }, '');
    const close = () => {
      setOpen(false);
      const then = next.current ?? nothing;
      // One frame later the browser has restored its scroll position, which would stop a scroll that starts now. The sheet
      // gives the focus back in a timer.
      requestAnimationFrame(() => setTimeout(then));
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
