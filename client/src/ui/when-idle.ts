/** Runs the callback when the browser is idle, after 3 seconds at the latest. */
export const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(callback, { timeout: 3000 })
    : setTimeout(callback, 200);

/**
 * Resolves once the browser has shown that a press arrived, at once in a hidden page. What takes long on a slow machine
 * is done after that.
 */
export const afterPaint = () =>
  new Promise<unknown>((done) =>
    document.hidden ? done(0) : requestAnimationFrame(() => setTimeout(done)),
  );
