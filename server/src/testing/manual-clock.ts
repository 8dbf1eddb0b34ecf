interface Timer {
  at: number;
  callback(): void;
}

/** Creates a clock with timers that moves only when a test moves it. */
export function createManualClock(start: number) {
  let now = start;
  const timers = new Set<Timer>();
  return {
    now: () => now,
    /** How many timers are set. */
    timers: () => timers.size,
    later(callback: () => void, delayMs: number) {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Runs the timers that fall due on the way, in order. */
    advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
  };
}
