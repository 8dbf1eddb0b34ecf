declare global {
  interface WindowEventMap {
    /** Asks whether the document may go. A form that keeps texts in memory cancels it. */
    'text:lose': Event;
  }
}

/**
 * Lets the start script ask before the texts of a form are lost that is kept in memory, even while it is not on screen
 * (client/src/site/start/holds-text.ts). Call it once for each form.
 *
 * @param read returns the texts that are kept now
 */
export function guardDraft(read: () => Readonly<Record<string, string>>) {
  if (typeof window === 'undefined') return;
  addEventListener('text:lose', (event) => {
    if (Object.values(read()).join('')) event.preventDefault();
  });
}
