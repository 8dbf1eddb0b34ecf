/**
 * Resolves once the browser has shown that a button was pressed: what takes long starts then. Two frames, because what the
 * first one drew shows when the second one begins. The site has its own (consent-dialogs.ts): one for both would be in every
 * page's first script.
 */
export const afterPaint = async () =>
  document.hidden ||
  new Promise((shown) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))),
  );
