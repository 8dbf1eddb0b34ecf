import { LOAD_CORE, startProcess, TSX } from './parts/process.ts';
import { PROGRAMS } from './parts/programs.ts';

/** What the PostHog stand-in has accepted so far. */
export interface Taken {
  events: number;
}

export const POSTHOG_KEY = 'phc_bench';

export type Posthog = Awaited<ReturnType<typeof startPosthog>>;

/**
 * Starts a PostHog that accepts everything, as a separate process. It shares a core with the load.
 */
export async function withPosthog<T>(use: (posthog: Posthog) => Promise<T>): Promise<T> {
  const posthog = await startPosthog();
  try {
    return await use(posthog);
  } finally {
    await posthog.stop();
  }
}

async function startPosthog() {
  const standIn = await startProcess(LOAD_CORE, [...TSX, PROGRAMS.posthog]);
  const url = standIn.firstLine.trim();
  return {
    /** Settings for a site that delivers to it. */
    settings: { POSTHOG_KEY, POSTHOG_HOST: url },
    taken: async () => (await (await fetch(`${url}/taken`)).json()) as Taken,
    stop: standIn.stop,
  };
}
