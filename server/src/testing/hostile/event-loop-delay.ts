import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Measures the longest time, in milliseconds, for which this process blocked its event loop during the work: no other
 * request could be answered for that long. It is CPU time, so that other processes of a busy machine do not count.
 */
export async function measureDelay<T>(
  work: () => Promise<T>,
): Promise<{ result: T; delayMs: number }> {
  let isDone = false;
  let delayMs = 0;
  const watch = async () => {
    for (let since = cpuMs(); !isDone; ) {
      await nextTurn();
      const now = cpuMs();
      delayMs = Math.max(delayMs, now - since);
      since = now;
    }
  };
  const watching = watch();
  try {
    const result = await work();
    await nextTurn();
    return { result, delayMs };
  } finally {
    isDone = true;
    await watching;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
