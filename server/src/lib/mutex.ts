import { createRoundRobin } from './time-slices.ts';

/** Runs one task at a time. Those of one sender run in the order of the calls, and senders take turns. */
export type Mutex = <T>(work: () => Promise<T>, sender?: string) => Promise<T>;

export function createMutex(): Mutex {
  const waiting = createRoundRobin<() => Promise<void>>();
  let isRunning = false;

  async function runAll() {
    isRunning = true;
    for (let task = waiting.next(); task; task = waiting.next()) await task();
    isRunning = false;
  }

  return (work, sender = '') =>
    new Promise((resolve, reject) => {
      waiting.add(sender, () => work().then(resolve, reject)); // only the task's own caller sees its error
      if (!isRunning) void runAll();
    });
}
