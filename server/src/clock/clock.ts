import type { Log } from '../lib/log.ts';
import type { Job } from '../lib/scheduler.ts';
import type { ClockState, Store } from '../store/store.ts';
import { alertWords } from '../words/server-messages.ts';

const EVERY_MS = 60_000;

const minuteOf = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** Returns why a clock is in doubt, as one sentence; null when it is not. */
export const describeDoubt = (
  { doubt, latest }: Pick<ClockState, 'doubt' | 'latest'>,
  now: number,
): string | null =>
  doubt === null
    ? null
    : alertWords.text.deletion_waits.clock({ now: minuteOf(now), latest: minuteOf(latest) });

/** What to do about it. */
export const CLOCK_ADVICE =
  'put the clock right, or, if it is right (the site was off, or an older backup was restored), run npm run data -- retention --accept';

interface ClockJobDeps {
  store: Pick<Store, 'seeTime'>;
  now(): number;
  log: Log;
}

/** Creates the job that keeps the latest time in the database, and logs when its clock is in doubt. */
export function createClockJob({ store, now, log }: ClockJobDeps): Job {
  let doubt: ClockState['doubt'] = null;
  return {
    name: 'clock',
    everyMs: EVERY_MS,
    firstAfterMs: 0,
    async run() {
      const at = now();
      const state = await store.seeTime(at);
      if (state.doubt === doubt) return;
      doubt = state.doubt;
      const why = describeDoubt(state, at);
      if (why === null) log.info('the clock is plausible again');
      else log.warn(`${why} To go on, ${CLOCK_ADVICE}`);
    },
  };
}
