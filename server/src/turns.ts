/** One piece of work. A large one begins with `next` and is cut into slices. */
export interface Pace {
  /** Whether the slice has lasted long enough and the others should be served; never before the first `next`. */
  isOver(): boolean;
  /** Resolves when the next slice may begin. All slices of a turn of the event loop together are short. */
  next(): Promise<void>;
}

export interface Turns {
  /** @param client whoever sent the work; clients take turns, so one with much work does not delay the others */
  begin(client?: string): Pace;
  /**
   * Whether work that is done at once has filled this turn of the event loop. Then what is small waits for a slice too:
   * hundreds of requests can arrive together.
   */
  isFull(): boolean;
}

/** A page waits this long at most for slices of large bodies. */
const SLICE_MS = 5;
/** And this long for small bodies that came together. With half of it, busy events share commits with fewer others. */
const AT_ONCE_MS = 20;

/**
 * Large pieces of work take turns, a slice each, and so do clients: none waits for another to end. In one turn of the
 * event loop all slices together are short; then everything else is answered.
 *
 * @param clock milliseconds that never go back
 */
export function createTurns(clock: () => number = () => performance.now()): Turns {
  /** By client, in the order in which they are served. */
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;
  let atOnceSince: number | null = null;

  function schedule() {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    setImmediate(() => serve(clock()));
  }

  function serve(since: number) {
    takeFirst()?.();
    // What has begun goes on in microtasks; when they are done it has ended its slice, or waits for something else.
    queueMicrotask(() => {
      process.nextTick(() => {
        if (waiting.size > 0 && clock() - since < SLICE_MS) return serve(since);
        isScheduled = false;
        schedule();
      });
    });
  }

  function takeFirst(): (() => void) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [client, steps] = first;
    const step = steps.shift();
    waiting.delete(client);
    if (steps.length > 0) waiting.set(client, steps);
    return step;
  }

  return {
    isFull() {
      if (atOnceSince === null) {
        atOnceSince = clock();
        setImmediate(() => {
          atOnceSince = null;
        });
      }
      return clock() - atOnceSince >= AT_ONCE_MS;
    },
    begin(client = '') {
      let since = Number.POSITIVE_INFINITY;
      return {
        isOver: () => clock() - since >= SLICE_MS,
        next: () =>
          new Promise((resolve) => {
            const steps = waiting.get(client) ?? [];
            waiting.set(client, steps);
            steps.push(() => {
              since = clock();
              resolve();
            });
            schedule();
          }),
      };
    },
  };
}
