/** Runs long work in small synchronous steps, between which requests are answered. */
export interface Slices {
  /** Runs one step, in the order of the calls; resolves with what the step returns. */
  run<T>(step: () => T): Promise<T>;
}

/**
 * All long work of a store shares one of these. The steps of all callers together take about `sliceMs` milliseconds of
 * each turn of the event loop. A caller with few steps does not wait for a caller with many.
 */
export function createSlices(sliceMs = 4): Slices {
  const steps: (() => void)[] = [];
  let isScheduled = false;

  function runSome() {
    const end = performance.now() + sliceMs;
    do steps.shift()?.();
    while (steps.length > 0 && performance.now() < end);
    isScheduled = false;
    schedule();
  }

  function schedule() {
    if (isScheduled || steps.length === 0) return;
    isScheduled = true;
    setImmediate(runSome);
  }

  return {
    run: <T>(step: () => T) =>
      new Promise<T>((resolve, reject) => {
        steps.push(() => {
          try {
            resolve(step());
          } catch (error) {
            reject(error);
          }
        });
        schedule();
      }),
  };
}
