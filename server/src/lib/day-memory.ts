import { LRUCache } from 'lru-cache';
import { DAY_MS } from '#shared/limits';

/** Beyond it, the key that was quiet longest is forgotten. */
const MAX_KEYS = 20_000;

/**
 * Creates a memory of what clients did, by a key without an address. A key is deleted a day after it was last set, as
 * the privacy page says. It does not wait for somebody to ask, because each key has a timer.
 */
export const createDayMemory = <Value extends object | number>() =>
  new LRUCache<string, Value>({
    max: MAX_KEYS,
    ttl: DAY_MS,
    ttlResolution: 0,
    ttlAutopurge: true,
    perf: { now: () => performance.now() },
  });
