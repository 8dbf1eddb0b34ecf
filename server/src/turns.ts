/** One piece of work. A large one begins with `next` and is cut into slices. */
export interface Pace {
  /** Whether the slice has lasted long enough and the others should be served; never before the first `next`. */
  isOver(): boolean;
  /** Resolves when the next slice may begin: one of all large work in a turn of the event loop. */
  next(): Promise<void>;
}

export interface Turns {
  begin(): Pace;
}

/** A page waits this long at most for a slice of somebody's large body. */
const SLICE_MS = 5;

/**
 * Large pieces of work take turns, a slice each, first come first served, so none waits for another to end. Between two
 * slices the event loop answers everything else.
 *
 * @param clock milliseconds that never go back
 */
export function createTurns(clock: () => number = () => performance.now()): Turns {
  const waiting: (() => void)[] = [];
  let isScheduled = false;

  function schedule() {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      waiting.shift()?.();
      schedule();
    });
  }

  return {
    begin() {
      let since = Number.POSITIVE_INFINITY;
      return {
        isOver: () => clock() - since >= SLICE_MS,
        next: () =>
          new Promise((resolve) => {
            waiting.push(() => {
              since = clock();
              resolve();
            });
            schedule();
          }),
      };
    },
  };
}
