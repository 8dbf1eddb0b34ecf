import { MINUTE_MS } from '#shared/limits';
import type { SendOutcome } from '../outbox/send-outcome.ts';
import type { MailOutcome } from './smtp.ts';

/** The most attempts for one domain that take long at a time. A mail server may be slow for all of them. */
const MAX_SLOW = 4;
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

/** Remembers, in memory, how the mail server treats the domains of receivers. */
export function createReceivers(now: () => number) {
  /** How many attempts for a domain take long. */
  const slow = new Map<string, number>();
  /** The domains that were refused since the mail server last accepted a message. */
  const refused = new Set<string>();
  /** Some of the domains to which mail was accepted. */
  const accepted = new Set<string>();

  function finish(domain: string) {
    const rest = (slow.get(domain) ?? 1) - 1;
    if (rest === 0) slow.delete(domain);
    else slow.set(domain, rest);
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
    /**
     * Makes an attempt, unless several for the same domain take long: no further message waits for that server.
     *
     * @param yieldTurn is called when the attempt takes long
     */
    async attempt(
      address: string,
      yieldTurn: () => void,
      send: (onSlow: () => void) => Promise<MailOutcome>,
    ): Promise<SendOutcome> {
      const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
      if ((slow.get(domain) ?? 0) >= MAX_SLOW) {
        const reason = 'waits for earlier messages to a slow server';
        return { outcome: 'later', reason, retryAt: now() + MINUTE_MS };
      }
      let isSlow = false;
      const result = await send(() => {
        isSlow = true;
        slow.set(domain, (slow.get(domain) ?? 0) + 1);
        yieldTurn();
      });
      if (isSlow) finish(domain);
      return judge(result, domain);
    },
  };
}
