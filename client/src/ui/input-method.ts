/**
 * Keeps the keys of an input method from all code of the page, libraries included: while it composes, Tab, Escape and
 * Enter choose from its list. Safari ends the composition before it reports the key, so there only the code 229 tells.
 * The browser itself may still take an Enter that ends a composition as a command to send the form.
 */
if (typeof window !== 'undefined') {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== 229) return;
      event.stopImmediatePropagation();
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    },
    true,
  );
}
