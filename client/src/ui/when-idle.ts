/** Runs the callback when the browser is idle, after 3 seconds at the latest. */
export const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(callback, { timeout: 3000 })
    : setTimeout(callback, 200);
