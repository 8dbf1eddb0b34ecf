import { LRUCache } from 'lru-cache';

export interface CountersDeps {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Calls back after a delay in milliseconds. */
  later(callback: () => void, delayMs: number): void;
}

/** Counts what each key takes of a limit, in a window that begins with the first. */
export interface Counter {
  /** Returns 0 when all of it was within the limit and is counted; else the seconds until the window ends. */
  take(key: string, amount?: number): number;
  /** Counts less again: what was taken was not used. */
  giveBack(key: string, amount: number): void;
}

interface Window {
  count: number;
  endsAt: number;
}

/** For each counter: about 4 MB. Beyond it, the key that was quiet longest is forgotten and starts again. */
const MAX_KEYS = 20_000;
const SWEEP_MS = 60_000;

/**
 * Counters in memory. Nothing about a key is kept longer than a minute after its window, and nothing outside of this
 * process: docs/decisions/014-rate-limits-in-memory.md.
 */
export function createCounters({ now, later }: CountersDeps) {
  const counters: { windows: LRUCache<string, Window>; windowMs: number }[] = [];
  let isSweeping = false;

  function sweepLater() {
    if (isSweeping) return;
    isSweeping = true;
    later(() => {
      isSweeping = false;
      for (const { windows, windowMs } of counters) forgetPast(windows, windowMs, now());
      if (counters.some(({ windows }) => windows.size > 0)) sweepLater();
    }, SWEEP_MS);
  }

  return (limit: number, windowMs: number): Counter => {
    const windows = new LRUCache<string, Window>({ max: MAX_KEYS });
    counters.push({ windows, windowMs });
    return {
      take(key, amount = 1) {
        const at = now();
        const known = windows.get(key);
        const window =
          known && isOpen(known, windowMs, at) ? known : { count: 0, endsAt: at + windowMs };
        if (window.count + amount > limit) return Math.ceil((window.endsAt - at) / 1000);
        if (window !== known) windows.set(key, window);
        window.count += amount;
        sweepLater();
        return 0;
      },
      giveBack(key, amount) {
        const window = windows.get(key);
        if (!window) return;
        window.count -= amount;
        if (window.count <= 0) windows.delete(key);
      },
    };
  };
}

/** A clock that was put back must not lock anybody out. */
const isOpen = ({ endsAt }: Window, windowMs: number, at: number) =>
  at < endsAt && endsAt - at <= windowMs;

function forgetPast(windows: LRUCache<string, Window>, windowMs: number, at: number) {
  for (const [key, window] of windows.entries()) {
    if (!isOpen(window, windowMs, at)) windows.delete(key);
  }
}
