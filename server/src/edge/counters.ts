import { LRUCache } from 'lru-cache';

export interface CountersDeps {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Runs the callback after a delay in milliseconds. */
  later(callback: () => void, delayMs: number): void;
}

/** Counts the use of a limit by each key, in a window that begins with the key's first use. */
export interface Counter {
  /** Returns 0 when all of it fits the limit and was counted; otherwise the seconds until the window ends. */
  take(key: string, amount?: number): number;
  /** Reduces the count by what was counted but not used. */
  giveBack(key: string, amount: number): void;
}

interface Window {
  count: number;
  endsAt: number;
}

/** The limit for each counter: about 4 MB. Beyond it, the key that was quiet longest is forgotten and starts again. */
const MAX_KEYS = 20_000;
const SWEEP_MS = 60_000;

/**
 * Counters in memory. Data about a key is deleted a minute after its window at the latest, and never leaves this
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
    let windows: LRUCache<string, Window> | undefined;
    // Only now, because a cache takes its memory at once and most limits are never used.
    const open = () => {
      const opened = new LRUCache<string, Window>({ max: MAX_KEYS });
      counters.push({ windows: opened, windowMs });
      return opened;
    };
    return {
      take(key, amount = 1) {
        windows ??= open();
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
        const window = windows?.get(key);
        if (!window) return;
        window.count -= amount;
        if (window.count <= 0) windows?.delete(key);
      },
    };
  };
}

/** A clock that was set back must not lock anybody out. */
const isOpen = ({ endsAt }: Window, windowMs: number, at: number) =>
  at < endsAt && endsAt - at <= windowMs;

function forgetPast(windows: LRUCache<string, Window>, windowMs: number, at: number) {
  for (const [key, window] of windows.entries()) {
    if (!isOpen(window, windowMs, at)) windows.delete(key);
  }
}
