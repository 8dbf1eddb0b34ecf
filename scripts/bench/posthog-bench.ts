import { LOAD_CORE, startProcess, TSX } from './parts/process.ts';
import { PROGRAMS } from './parts/server-programs.ts';

export const POSTHOG_KEY = 'phc_bench';

/**
 * Starts a PostHog that accepts everything, as a separate process. It shares a core with the load.
 *
 * @param use gets the settings for a site that delivers to it
 */
export async function withPosthog<T>(use: (settings: Record<string, string>) => Promise<T>) {
  const standIn = await startProcess(LOAD_CORE, [...TSX, PROGRAMS.posthog]);
  try {
    return await use({ POSTHOG_KEY, POSTHOG_HOST: standIn.firstLine.trim() });
  } finally {
    await standIn.stop();
  }
}
