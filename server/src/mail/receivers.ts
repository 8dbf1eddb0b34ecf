import { HOUR_MS } from '#shared/limits';
import type { SendOutcome } from './outbox/send-outcome.ts';
import type { MailOutcome } from './smtp.ts';

/** Attempts that go on beside the next one. With that one they are six connections. */
const MOST_BESIDE = 5;
const MOST_OF_DOMAIN = 2;
/** When the first of the messages to a domain that finds no room is tried again, and how much later each further one. */
const NO_ROOM_MS = 15_000;
const STEP_MS = 5_000;
/** So many in a row are no chance. A stranger can have as many domains refused as they like, but only their own. */
const MANY_REFUSED = 3;
/** The status, and not the words, which may be those of a stranger's server: /readyz is public. */
const STATUS = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/;
const REFUSED = /^5\d\d\b/;
/** What RFC 3463 says of an address, a mailbox, a size or a conversion (X.1, X.2, X.3.4, X.6) is never about us. */
const ABOUT_RECEIVER = /^5\d\d[ -]5\.([126]\.\d|3\.4\b)/;

export type Receivers = ReturnType<typeof createReceivers>;

interface Attempt {
  domain: string;
  isSlow: boolean;
  yieldTurn(): void;
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Bounds the connections for each domain of receivers, and remembers which of them are refused. */
export function createReceivers(now: () => number) {
  /** Those under way, the longest one first. */
  const attempts = new Set<Attempt>();
  let lastSlot = 0;
  /** The domains that were refused since the mail server last accepted a message. */
  const refused = new Set<string>();

  /** Spreads them, or thousands of messages would be looked at every few seconds. */
  function nextSlot(): number {
    const at = now();
    lastSlot = Math.min(Math.max(at + NO_ROOM_MS, lastSlot + STEP_MS), at + HOUR_MS);
    return lastSlot;
  }

  /**
   * A server that may not send for this site often says so about each receiver (`554 5.7.1 Relay access denied`). Then messages
   * are kept. New ones are still tried at once, or strangers could stop all mail with addresses that are refused.
   */
  function judge(result: MailOutcome, domain: string): SendOutcome {
    if (result.outcome === 'sent') refused.clear();
    if (result.outcome !== 'refused') return result;
    const { reason } = result;
    if (!REFUSED.test(reason) || ABOUT_RECEIVER.test(reason)) return result;
    if (refused.size < MANY_REFUSED) refused.add(domain);
    if (refused.size < MANY_REFUSED) return result;
    return { ...result, reason: STATUS.exec(reason)?.[0] ?? '', outcome: 'later', isAboutUs: true };
  }

  function letGoOn() {
    const slow = [...attempts].filter(({ isSlow }) => isSlow);
    for (const { yieldTurn } of slow.slice(0, MOST_BESIDE)) yieldTurn();
  }

  return {
    /**
     * Makes an attempt. One that takes long goes on beside the next one, so nobody waits for a stranger's server.
     *
     * @param yieldTurn is called when the next one may begin
     */
    async attempt(
      address: string,
      yieldTurn: () => void,
      send: (onTurnOver: () => void) => Promise<MailOutcome>,
    ): Promise<SendOutcome> {
      const domain = domainOf(address);
      if ([...attempts].filter((one) => one.domain === domain).length >= MOST_OF_DOMAIN) {
        const reason = 'waits for earlier messages to a slow server';
        return { outcome: 'later', reason, retryAt: nextSlot() };
      }
      const attempt = { domain, isSlow: false, yieldTurn };
      attempts.add(attempt);
      const result = await send(() => {
        attempt.isSlow = true;
        letGoOn();
      });
      attempts.delete(attempt);
      letGoOn();
      return judge(result, domain);
    },
  };
}
