const LAST_RETRY_MS = 60_000;

/**
 * Tries until it works: at once when the network is back, else after 1, 2, 4 … 60 seconds. For code
 * whose served markup can be read meanwhile, so that a chunk which cannot be had breaks nothing.
 */
export async function loadPersistently<Loaded>(
  load: () => Promise<Loaded>,
  retryMs = 1_000,
): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, retryMs);
    });
    return loadPersistently(load, Math.min(retryMs * 2, LAST_RETRY_MS));
  }
}
