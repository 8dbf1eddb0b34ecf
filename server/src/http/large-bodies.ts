/** Up to this size a body is nobody's business: our own door never takes more. */
export const SMALL_BODY_BYTES = 256 * 1024;

export interface LargeBodiesOptions {
  /** Of all requests together, what each has beyond a small body. */
  maxHeldBytes?: number;
  /** Tasks that may wait for their turn. */
  maxWaiting?: number;
}

/** What one request holds in memory. */
export interface Hold {
  /** Counts bytes that were read; false when there would be too many in all. */
  add(bytes: number): boolean;
  /** Once, when the request is done with. */
  release(): void;
}

export interface LargeBodies {
  hold(): Hold;
  /** Runs one task after the other; null at once where too many wait. */
  inTurn<T>(task: () => Promise<T>): Promise<T> | null;
}

/**
 * Keeps the memory bounded that large bodies take together, however many come at once. What they hold as they were
 * sent is counted; what they become, unpacked and parsed, is several times as much, so they become it in turn.
 */
export function createLargeBodies({
  maxHeldBytes = 64 * 1024 * 1024,
  maxWaiting = 30,
}: LargeBodiesOptions = {}): LargeBodies {
  let held = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    hold() {
      let own = 0;
      const counted = () => Math.max(0, own - SMALL_BODY_BYTES);
      return {
        add(bytes) {
          const before = counted();
          own += bytes;
          held += counted() - before;
          return held <= maxHeldBytes;
        },
        release() {
          held -= counted();
          own = 0;
        },
      };
    },
    inTurn(task) {
      if (waiting >= maxWaiting) return null;
      waiting++;
      const turn = last.then(() => {
        waiting--;
        return task();
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}
