import type { World } from './world.ts';
export interface PollerDeps extends Pick<World, 'later'> {
  /**
   * Does one piece of work. Returns the milliseconds until the next one; null waits for a call of `next`. Never rejects.
   *
   * @param signal asks it to stop
   */
  run(signal: AbortSignal): Promise<number | null>;
  /** How long a running piece of work may still take after `stop`, in milliseconds. Then its signal is aborted. */
  graceMs: number;
}

/** Does the same work again and again, never twice at once. */
export function createPoller({ run, later, graceMs }: PollerDeps) {
  const stopping = new AbortController();
  let isStopped = false;
  let running: Promise<void> | null = null;
  let asked: number | null = null;
  let cancel = () => {};

  /** Runs next after this delay, instead of at the time that was planned. During a run: after it, at the earlier time. */
  function next(delayMs: number) {
    if (running) {
      asked = Math.min(asked ?? delayMs, delayMs);
      return;
    }
    cancel();
    if (isStopped) return;
    cancel = later(() => {
      running = runOnce();
    }, delayMs);
  }

  async function runOnce() {
    const pauseMs = await run(stopping.signal);
    running = null;
    const delays = [pauseMs, asked].filter((delay) => delay !== null);
    asked = null;
    if (delays.length > 0) next(Math.min(...delays));
  }

  return {
    next,
    isStopped: () => isStopped,
    /** Starts nothing more and waits for what runs. */
    async stop() {
      isStopped = true;
      cancel();
      if (graceMs === 0) stopping.abort();
      const cancelAbort = later(() => stopping.abort(), graceMs);
      await running;
      cancelAbort();
    },
  };
}
