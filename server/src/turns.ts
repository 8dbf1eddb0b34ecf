/** One piece of work. A large one begins with `next` and is cut into slices. */
export interface Pace {
  /** Whether the slice has lasted long enough and the others should be served; never before the first `next`. */
  isOver(): boolean;
  /** Resolves when the next slice may begin: one of all large work in a turn of the event loop. */
  next(): Promise<void>;
}

export interface Turns {
  /** @param client whoever the work is for: clients take turns, however much one of them has sent */
  begin(client?: string): Pace;
}

/** A page waits this long at most for the slices of large bodies. */
const SLICE_MS = 5;

/**
 * Large pieces of work take turns, so none waits for another to end. In one turn of the event loop they have a slice
 * together; between two of them the event loop answers everything else. Work of each client comes in the order of the
 * calls, and the next piece is always that of the client who has waited longest.
 *
 * @param clock milliseconds that never go back
 */
export function createTurns(clock: () => number = () => performance.now()): Turns {
  // Maps keep the order of insertion: the client at the front is next.
  const waiting = new Map<string, (() => void)[]>();
  /** Whether this turn of the event loop has begun its slice, and when. */
  let hasBegun = false;
  let since = 0;

  /** Each piece that waits has called this once, from `setImmediate`: what one has resolved runs before the next. */
  function run() {
    if (!hasBegun) {
      hasBegun = true;
      since = clock();
      // First of all in the next turn of the event loop.
      setImmediate(() => {
        hasBegun = false;
      });
    } else if (clock() - since >= SLICE_MS) {
      setImmediate(run);
      return;
    }
    beginNext();
  }

  function beginNext() {
    for (const [client, queue] of waiting) {
      const next = queue.shift();
      waiting.delete(client);
      if (queue.length > 0) waiting.set(client, queue);
      next?.();
      return;
    }
  }

  return {
    begin(client = '') {
      let begun = Number.POSITIVE_INFINITY;
      return {
        isOver: () => clock() - begun >= SLICE_MS,
        next: () =>
          new Promise((resolve) => {
            const queue = waiting.get(client) ?? [];
            waiting.set(client, queue);
            queue.push(() => {
              begun = since;
              resolve();
            });
            setImmediate(run);
          }),
      };
    },
  };
}
