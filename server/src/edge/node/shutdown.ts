import { errorFields } from '../../lib/log.ts';
import { within } from '../../lib/within.ts';
import type { World } from '../../lib/world.ts';

export interface ShutdownDeps extends Pick<World, 'log' | 'now' | 'later'> {
  /** Accepts nothing new, finishes running work and closes everything. */
  stop(): Promise<void>;
  exit(code: number): void;
}

/** Supervisors kill after 10 s (Docker) or later. Before that, this process reports that it hangs. */
const DEADLINE_MS = 9_500;
/** One Ctrl-C under npm arrives twice when the shell is bash: from the terminal and, a moment later, from npm. */
const SAME_KEYSTROKE_MS = 100;
const EXIT_SIGINT = 130;

/**
 * Handles signals. The first one stops in order and exits 0; a second Ctrl-C exits at once. Answered writes are on disk
 * in either case. An orderly stop also finishes running requests.
 */
export function createShutdown({ stop, log, now, later, exit }: ShutdownDeps) {
  let since: number | null = null;

  async function stopInOrder() {
    const cancel = later(() => {
      log.error(
        'stopping takes too long, so the process ends now; everything that was answered is on disk',
      );
      exit(1);
    }, DEADLINE_MS);
    try {
      await stop();
      exit(0);
    } catch (error) {
      log.error('stopping failed', errorFields(error));
      exit(1);
    } finally {
      cancel();
    }
  }

  return async (signal: 'SIGTERM' | 'SIGINT'): Promise<void> => {
    if (since === null) {
      since = now();
      await stopInOrder();
    } else if (signal === 'SIGINT' && !within(now(), since, SAME_KEYSTROKE_MS)) {
      exit(EXIT_SIGINT);
    }
  };
}
