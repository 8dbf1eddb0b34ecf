import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { SendOutcome } from './outbox/send-outcome.ts';
import { createSlowAttempts } from './slow-attempts.ts';
import type { MailOutcome, Progress } from './smtp.ts';

/** When the first of the messages to slow servers that find no room is tried again, and how much later each further one. */
const NO_ROOM_MS = 15_000;
const STEP_MS = 5_000;
const MAX_DOMAINS = 20_000;
/**
 * So many domains in a row are no chance, if mail to one of them was accepted before. A stranger can have as many domains
 * refused as they like, but only their own.
 */
const MANY_DOMAINS = 2;
/** The same before any message was accepted. */
const MANY_AT_FIRST = 3;
const MAX_REMEMBERED = 1_000;
/** The status, and not the words, which may be those of a stranger's server: /readyz is public. */
const STATUS = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/;
const REFUSED = /^5\d\d\b/;
/** What RFC 3463 says of an address, a mailbox, a size or a conversion (X.1, X.2, X.3.4, X.6) is never about us. */
const ABOUT_RECEIVER = /^5\d\d[ -]5\.([126]\.\d|3\.4\b)/;

export type Receivers = ReturnType<typeof createReceivers>;

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Remembers, in memory, how the mail server treats the domains of receivers. */
export function createReceivers(now: () => number, hourly: number) {
  /** The domains for which an attempt took long, and those for which one did not, since then. */
  const slow = new LRUCache<string, true>({ max: MAX_DOMAINS, ttl: HOUR_MS });
  const prompt = new LRUCache<string, true>({ max: MAX_DOMAINS, ttl: 7 * DAY_MS });
  const slowAttempts = createSlowAttempts(now, hourly);
  let lastSlot = 0;
  /** The domains that were refused since the mail server last accepted a message. */
  const refused = new Set<string>();
  /** Some of the domains to which mail was accepted. */
  const accepted = new Set<string>();

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
    if (result.outcome === 'sent') {
      refused.clear();
      if (accepted.size < MAX_REMEMBERED) accepted.add(domain);
    }
    if (result.outcome !== 'refused') return result;
    const { reason } = result;
    if (!REFUSED.test(reason) || ABOUT_RECEIVER.test(reason)) return result;
    if (refused.size < MANY_AT_FIRST || accepted.has(domain)) refused.add(domain);
    const isKnown = [...refused].some((one) => accepted.has(one));
    const many = isKnown ? MANY_DOMAINS : MANY_AT_FIRST;
    if (refused.size < many || (accepted.size > 0 && !isKnown)) return result;
    return { ...result, reason: STATUS.exec(reason)?.[0] ?? '', outcome: 'later', isAboutUs: true };
  }

  return {
    /** Returns whether a message to a domain was accepted within a few seconds when one was last sent. */
    isPrompt: (domain: string): boolean => prompt.has(domain),
    /**
     * Makes an attempt. One that takes long goes on beside the next one, so nobody waits for a stranger's server.
     *
     * @param yieldTurn is called when the next one may begin
     */
    async attempt(
      address: string,
      { signal, yieldTurn }: { signal: AbortSignal; yieldTurn: () => void },
      send: (signal: AbortSignal, progress: Progress) => Promise<MailOutcome>,
    ): Promise<SendOutcome> {
      const domain = domainOf(address);
      const known = { isSlow: slow.has(domain), isPrompt: prompt.has(domain) };
      if (!slowAttempts.hasRoomFor(domain, known)) {
        const reason = 'waits for earlier messages to a slow server';
        return { outcome: 'later', reason, retryAt: nextSlot() };
      }
      const own = new AbortController();
      const stop = () => own.abort(signal.reason);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      const breakOff = () => own.abort('the server takes too long while other messages wait');
      const one = { domain, isSlow: false, isHandedOver: false, breakOff };
      const goOnBeside = () => {
        if (slowAttempts.add(one)) yieldTurn();
      };
      const result = await send(own.signal, {
        onTurnOver: goOnBeside,
        onSlow() {
          one.isSlow = true;
          slow.set(domain, true);
          prompt.delete(domain);
          goOnBeside();
        },
        onHandedOver() {
          one.isHandedOver = true;
        },
      });
      signal.removeEventListener('abort', stop);
      slowAttempts.delete(one);
      if (result.outcome === 'unreachable') slowAttempts.reduce();
      if (result.outcome === 'sent' && !one.isSlow) {
        slow.delete(domain);
        prompt.set(domain, true);
      }
      return judge(result, domain);
    },
  };
}
