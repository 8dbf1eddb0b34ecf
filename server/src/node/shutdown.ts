import { errorFields, type Log } from '../log.ts';

export interface ShutdownDeps {
  /** Takes nothing new, finishes what is under way and closes everything. */
  stop(): Promise<void>;
  log: Log;
  now(): number;
  /** Calls back after a delay in milliseconds; gives what cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  exit(code: number): void;
}

/** Supervisors kill after 10 s (Docker) or later: before that this process says itself that it hangs. */
const DEADLINE_MS = 9_500;
/** One Ctrl-C under npm arrives twice where the shell is bash: from the terminal and, a moment later, from npm. */
const SAME_KEYSTROKE_MS = 100;
const EXIT_SIGINT = 130;

/**
 * What to do at a signal. The first one stops in order and exits 0; Ctrl-C again exits at once. What was answered is
 * on disk in each case; in order, requests under way are finished too.
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
    } else if (signal === 'SIGINT' && now() - since >= SAME_KEYSTROKE_MS) {
      exit(EXIT_SIGINT);
    }
  };
}
