/**
 * Resolves once the browser has shown that a button was pressed: what takes long starts then. Two frames, because what the
 * first one drew shows when the second one begins.
 */
export const afterPaint = async () =>
  document.hidden ||
  new Promise((shown) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))),
  );
