/** Returns the longest time in milliseconds for which the event loop did nothing else while `act` went on. */
export async function longestDelay(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isDone = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    await act();
  } finally {
    isDone = true;
  }
  return longest;
}
