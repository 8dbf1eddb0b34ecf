import { errorFields, type Log } from '../log.ts';

export interface Job {
  name: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  everyMs: number;
  firstAfterMs: number;
  /** @param signal asks it to stop at the next suitable moment */
  run(signal: AbortSignal): Promise<void>;
}

export interface SchedulerDeps {
  jobs: readonly Job[];
  /** Runs the callback after a delay in milliseconds. Returns a function that cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  log: Log;
}

export interface Scheduler {
  start(): void;
  /** Starts no further run and waits for the running ones. */
  stop(): Promise<void>;
}

/** Runs each job on its schedule, never twice at once. A job that fails is logged and runs again at its next time. */
export function createScheduler({ jobs, later, log }: SchedulerDeps): Scheduler {
  const stopping = new AbortController();
  const cancels = new Map<string, () => void>();
  const running = new Map<string, Promise<void>>();

  function schedule(job: Job, delayMs: number) {
    if (stopping.signal.aborted) return;
    cancels.set(
      job.name,
      later(() => void running.set(job.name, run(job)), delayMs),
    );
  }

  async function run(job: Job) {
    try {
      await job.run(stopping.signal);
    } catch (error) {
      log.warn('a job failed and will run again', { job: job.name, ...errorFields(error) });
    }
    schedule(job, job.everyMs);
  }

  return {
    start() {
      for (const job of jobs) schedule(job, job.firstAfterMs);
    },
    async stop() {
      stopping.abort();
      for (const cancel of cancels.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
