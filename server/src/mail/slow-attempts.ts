import { HOUR_MS } from '#shared/limits';

/** How many attempts may go on beside the next one. */
const MOST = 18;
const MOST_OF_DOMAIN = 4;

interface Attempt {
  domain: string;
  isSlow: boolean;
  /** The server has the message: to break off now could send it twice. */
  isHandedOver: boolean;
  breakOff(): void;
}

/**
 * Keeps the attempts that go on beside the next one, and bounds their connections. They count for the hour, since each may yet
 * be accepted, so they are at most a quarter of it.
 */
export function createSlowAttempts(now: () => number, hourly: number) {
  const atMost = Math.max(1, Math.min(MOST, Math.floor(hourly / 4)));
  /** The longest one first. */
  const beside = new Set<Attempt>();
  let most = atMost;
  let lowUntil = 0;

  function breakOffLongest(): boolean {
    const longest = [...beside].find(({ isSlow, isHandedOver }) => isSlow && !isHandedOver);
    if (!longest) return false;
    beside.delete(longest);
    longest.breakOff();
    return true;
  }

  return {
    /** Returns whether an attempt for a domain that was slow may begin. Together such attempts get half of the connections. */
    hasRoomFor(domain: string, isSlow: boolean): boolean {
      if (isSlow && beside.size >= most / 2) return false;
      return [...beside].filter((one) => one.domain === domain).length < MOST_OF_DOMAIN;
    },
    /** Lets an attempt go on beside the next one. Returns false if there is no room: then the next one waits until it is slow. */
    add(attempt: Attempt): boolean {
      if (beside.has(attempt)) return true;
      if (now() >= lowUntil) most = atMost;
      if (beside.size >= most && !breakOffLongest() && !attempt.isSlow) return false;
      beside.add(attempt);
      return true;
    },
    delete: (attempt: Attempt): boolean => beside.delete(attempt),
    /** The server cannot be used. It may allow fewer connections than there are, so there are fewer for an hour. */
    reduce(): void {
      if (beside.size === 0) return;
      most = Math.max(1, beside.size - 1);
      lowUntil = now() + HOUR_MS;
      breakOffLongest();
    },
  };
}
