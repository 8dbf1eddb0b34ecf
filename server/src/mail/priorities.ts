import { createHmac, randomBytes } from 'node:crypto';
import { HOUR_MS } from '#shared/limits';
import { inNetwork } from '../edge/budgets.ts';
import { createDayMemory } from '../lib/day-memory.ts';
import { mailboxOf } from '../lib/mailbox.ts';
import { PRIORITY_OF_CLIENT, VALID_MS } from '../store/mail-store.ts';
import { domainOf } from './receivers.ts';

/** The most messages that one client has sent in an hour. */
export const MAX_OF_CLIENT = 30;
/** More messages that wait for a domain are all equal. */
const MAX_OF_DOMAIN = PRIORITY_OF_CLIENT - 1;

export interface Priority {
  /** Those with a higher one are sent first. 0 is the highest of a person. */
  priority: number;
  /** When the message may be sent. */
  dueAt: number;
}

/**
 * Decides when a message may leave, and before which others. The first messages of all clients go before
 * the second message of any client, in an hour, and to one mailbox in a day. So a client that asks for many messages
 * delays its own, and nobody else's: not even where both ask for the same mailbox, which gets three a day. Among
 * equals, a message to a domain for which fewer wait goes first, and before that, one to a domain that is known to take mail
 * promptly. Anybody can have many domains, but a stranger's are not known. Only these two numbers are stored. The clients are
 * known in memory only, by a hash, and so are their mailboxes. Each process counts its own.
 */
export function createPriorities(now: () => number, isPrompt: (domain: string) => boolean) {
  /** The times of the last messages of a client, which may be to come, and of those that wait for a domain, earliest first. */
  const clients = createDayMemory<number[]>();
  const domains = createDayMemory<number[]>();
  /** How many messages a client has asked for to a mailbox, by a hash of both. */
  const pairs = createDayMemory<number>();
  const secret = randomBytes(32);
  const pairOf = (client: string, email: string) =>
    createHmac('sha256', secret)
      .update(`${client} ${mailboxOf(email)}`)
      .digest('base64url');

  function add(counted: typeof clients, key: string, at: number, max: number): number {
    const before = counted.get(key) ?? [];
    counted.set(key, [...before, at].slice(-max));
    return before.filter((time) => time > at - HOUR_MS).length;
  }

  /** @param email null if it is not known */
  function of(hash: string, email: string | null): Priority {
    const client = inNetwork(hash);
    const at = now();
    const last = clients.get(client)?.at(-MAX_OF_CLIENT);
    const slot = last === undefined ? at : Math.max(at, last + HOUR_MS);
    const dueAt = Math.min(slot, at + VALID_MS); // then it expires
    const ofClient = add(clients, client, dueAt, MAX_OF_CLIENT);
    const pair = email === null ? null : pairOf(client, email);
    const ofPair = pair === null ? 0 : (pairs.get(pair) ?? 0);
    if (pair !== null) pairs.set(pair, ofPair + 1);
    const before = Math.min(MAX_OF_CLIENT, Math.max(ofClient, ofPair));
    // What a client asks for again says nothing about a domain: one client could put all visitors of a provider last.
    const isFirst = before === 0 && dueAt === at;
    const ofDomain = email === null ? 0 : isFirst ? rankAt(domainOf(email), at) : 1;
    return { priority: 0 - before * PRIORITY_OF_CLIENT - ofDomain, dueAt };
  }

  function rankAt(domain: string, at: number): number {
    const waiting = add(domains, domain, at, MAX_OF_DOMAIN);
    return Math.min(MAX_OF_DOMAIN, waiting + (isPrompt(domain) ? 0 : 1));
  }

  return {
    of,
    /** Forgets a message to an address that no longer waits. One that another process sends counts for an hour. */
    left(email: string, priority: number): void {
      if (priority <= -PRIORITY_OF_CLIENT) return; // only first ones count for a domain
      const domain = domainOf(email);
      const rest = domains.get(domain)?.slice(1) ?? [];
      if (rest.length > 0) domains.set(domain, rest);
      else domains.delete(domain);
    },
  };
}
