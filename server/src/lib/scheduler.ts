import { errorFields } from './log.ts';
import { createPoller } from './poller.ts';
import type { World } from './world.ts';

export interface Job {
  name: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  everyMs: number;
  firstAfterMs: number;
  /** The same after a run that failed, if it must not wait as long. */
  retryMs?: number;
  /**
   * Returns the milliseconds to the next run, or nothing for the usual ones.
   *
   * @param signal asks it to stop at the next suitable moment
   */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface SchedulerDeps extends Pick<World, 'later' | 'log'> {
  jobs: readonly Job[];
}

/** Runs each job on its schedule, never twice at once. A job that fails is logged and runs again at its next time. */
export function createScheduler({ jobs, later, log }: SchedulerDeps) {
  const pollers = jobs.map((job) => {
    const run = async (signal: AbortSignal) => {
      const nextMs = await job.run(signal).catch((error) => {
        log.warn('a job failed and will run again', { job: job.name, ...errorFields(error) });
        return job.retryMs;
      });
      return typeof nextMs === 'number' ? nextMs : job.everyMs;
    };
    return { job, poller: createPoller({ run, later, graceMs: 0 }) };
  });
  return {
    start() {
      for (const { job, poller } of pollers) poller.next(job.firstAfterMs);
    },
    /** Starts no further run and waits for the running ones. */
    async stop() {
      await Promise.all(pollers.map(({ poller }) => poller.stop()));
    },
  };
}
