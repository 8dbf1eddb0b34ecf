/** One job. A large one begins with `next` and is cut into slices. */
export interface TimeSlice {
  /** Returns whether the slice has lasted long enough and others should run. Always false before the first `next`. */
  isOver(): boolean;
  /** Resolves when the next slice may begin. All slices of one event-loop iteration together are short. */
  next(): Promise<void>;
}

/**
 * Begins a job.
 *
 * @param client the sender of the work. Clients alternate, so one with much work does not delay the others
 */
export type BeginWork = (client?: string) => TimeSlice;

/** The longest time that a page waits for slices of large bodies. */
const SLICE_MS = 5;

/**
 * Large jobs alternate, a slice each, and so do clients: none waits for another to finish. In one event-loop iteration
 * all slices together are short. Then everything else is answered.
 *
 * @param clock milliseconds that never go back
 */
export function createTimeSlices(clock: () => number = () => performance.now()): BeginWork {
  const waiting = createRoundRobin<() => void>();
  let isScheduled = false;

  function schedule() {
    if (isScheduled || waiting.isEmpty()) return;
    isScheduled = true;
    setImmediate(() => serve(clock()));
  }

  function serve(since: number) {
    waiting.next()?.();
    // A running job continues in microtasks. When they are done, it has ended its slice or waits for something else.
    queueMicrotask(() => {
      process.nextTick(() => {
        if (!waiting.isEmpty() && clock() - since < SLICE_MS) return serve(since);
        isScheduled = false;
        schedule();
      });
    });
  }

  return (client = '') => {
    let since = Number.POSITIVE_INFINITY;
    return {
      isOver: () => clock() - since >= SLICE_MS,
      next: () =>
        new Promise((resolve) => {
          waiting.add(client, () => {
            since = clock();
            resolve();
          });
          schedule();
        }),
    };
  };
}

/** A queue in which senders take turns: none waits for all that another one has added. */
export function createRoundRobin<Item>() {
  /** Items by sender, in the order in which senders are served. */
  const waiting = new Map<string, Item[]>();
  return {
    add(sender: string, item: Item) {
      const items = waiting.get(sender) ?? [];
      waiting.set(sender, items);
      items.push(item);
    },
    /** Removes an item of the sender whose turn it is. Undefined when nothing waits. */
    next(): Item | undefined {
      const [first] = waiting;
      if (!first) return undefined;
      const [sender, items] = first;
      const item = items.shift();
      waiting.delete(sender);
      if (items.length > 0) waiting.set(sender, items);
      return item;
    },
    isEmpty: () => waiting.size === 0,
  };
}
