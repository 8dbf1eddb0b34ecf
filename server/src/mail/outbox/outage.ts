import { MINUTE_MS } from '#shared/limits';
import { backoffMs } from '#shared/retry';
import type { World } from '../../lib/world.ts';

/** The pauses while a receiver cannot be used: not every waiting message has to find out. */
const PAUSES = [10_000, 15 * MINUTE_MS] as const;

interface OutageDeps extends Pick<World, 'now' | 'random' | 'log'> {
  recipient: string;
}

/** Counts the failures of a receiver since it last took a message, and knows how long nothing is tried. */
export function createOutage({ recipient, now, random, log }: OutageDeps) {
  let failures = 0;
  /** Until when no message is tried, not even a new one. */
  let pausedUntil = 0;
  return {
    isOn: () => failures > 0,
    note(why: string): void {
      failures += 1;
      if (failures === 1)
        log.warn(`messages wait: the receiver cannot be used: ${why}`, { recipient });
    },
    /** Begins a pause, longer after each failure. Returns its milliseconds. */
    pause(): number {
      const pauseMs = backoffMs(failures, PAUSES, random());
      pausedUntil = now() + pauseMs;
      return pauseMs;
    },
    /** Returns how long the pause goes on. A clock that was set back does not make it longer. */
    restOfPause(at: number): number {
      const restMs = pausedUntil - at;
      return restMs > 0 && restMs <= PAUSES[1] ? restMs : 0;
    },
    /** A message was taken. */
    end(): void {
      if (failures > 0) log.info('messages are sent again', { recipient, failedTimes: failures });
      failures = 0;
      pausedUntil = 0;
    },
    /** Called when no message waits: the next failure is the first one again. */
    forget(): void {
      failures = 0;
    },
  };
}
