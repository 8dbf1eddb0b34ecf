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
 * be accepted, so they are at most a quarter of it, and a few more where the server has all their messages
 * (docs/decisions/033-one-hour-shared.md).
 */
export function createSlowAttempts(now: () => number, hourly: number) {
  const atMost = Math.max(1, Math.min(MOST, Math.floor(hourly / 4)));
  /** The longest one first. */
  const beside = new Set<Attempt>();
  /** What the mail server seems to allow, for an hour. */
  let allowed = atMost;
  let allowedUntil = 0;
  const isLimited = () => now() < allowedUntil;
  const most = () => (isLimited() ? allowed : atMost);

  const findLongest = () => [...beside].find(({ isSlow, isHandedOver }) => isSlow && !isHandedOver);

  function breakOff(attempt: Attempt | undefined): boolean {
    if (!attempt) return false;
    beside.delete(attempt);
    attempt.breakOff();
    return true;
  }

  return {
    /**
     * Returns whether an attempt for a domain may begin. Domains that were slow get half of the connections. Where the mail
     * server allows few, one is left for domains that take mail promptly.
     */
    hasRoomFor(
      domain: string,
      { isSlow, isPrompt }: { isSlow: boolean; isPrompt: boolean },
    ): boolean {
      if (isSlow && beside.size >= most() / 2) return false;
      if (isLimited() && !isPrompt && beside.size >= most() && !findLongest()) return false;
      return [...beside].filter((one) => one.domain === domain).length < MOST_OF_DOMAIN;
    },
    /**
     * Lets an attempt go on beside the next one. Returns false if there is no room. Then the next one waits until this one is
     * slow, which breaks it off. If the server has its message by then, it goes on all the same, or a stranger could keep all
     * waiting.
     */
    add(attempt: Attempt): boolean {
      if (beside.has(attempt)) return true;
      if (beside.size >= most() && !breakOff(findLongest())) {
        if (!attempt.isSlow) return false;
        if (!attempt.isHandedOver) {
          attempt.breakOff();
          return false;
        }
      }
      beside.add(attempt);
      return true;
    },
    delete: (attempt: Attempt): boolean => beside.delete(attempt),
    /**
     * The mail server cannot be used. It may allow fewer connections than there are, so there are fewer for an hour, and one is
     * closed at once: even if its message may then be sent twice, that is better than no mail.
     */
    reduce(): void {
      if (beside.size === 0) return;
      allowed = Math.min(atMost, Math.max(1, beside.size - 1));
      allowedUntil = now() + HOUR_MS;
      breakOff(findLongest() ?? [...beside].find(({ isSlow }) => isSlow));
    },
  };
}
