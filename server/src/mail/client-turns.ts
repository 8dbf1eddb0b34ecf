import { DAY_MS, HOUR_MS } from '#shared/limits';
import { inNetwork } from '../edge/budgets.ts';
import { createDayMemory } from '../lib/day-memory.ts';
import { VALID_MS } from '../store/mail-store.ts';

/** The most messages that one client has sent in an hour. */
export const MAX_OF_CLIENT = 30;

export interface Turn {
  /** Those with a higher one are sent first. 0 is the highest of a person. */
  priority: number;
  /** When the message may be sent. */
  dueAt: number;
}

/**
 * Returns a function that says when the next message of a client may leave, and before which others: the first messages of all
 * clients of a day go before the second one of any. So a client that asks for many delays its own, and nobody else's, also where
 * both ask for the same mailbox. Only these two numbers are stored. The clients are known in memory only, by a hash. Each process
 * counts its own.
 */
export function createClientTurns(now: () => number): (client: string) => Turn {
  /** When the last messages of a client may leave, or left, earliest first. */
  const clients = createDayMemory<number[]>();
  return (hash) => {
    const client = inNetwork(hash);
    const at = now();
    const times = clients.get(client) ?? [];
    const last = times.at(-MAX_OF_CLIENT);
    const slot = last === undefined ? at : Math.max(at, last + HOUR_MS);
    const dueAt = Math.min(slot, at + VALID_MS); // then it expires
    clients.set(client, [...times, dueAt].slice(-MAX_OF_CLIENT));
    const before = times.filter((time) => time > at - DAY_MS).length;
    return { priority: 0 - before, dueAt };
  };
}
