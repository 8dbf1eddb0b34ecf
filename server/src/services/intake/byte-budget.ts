import { DAY_MS } from '#shared/limits';
import type { Counter } from '../../counters.ts';
import { inNetwork } from '../../node/network.ts';
import type { RetrySeconds } from './event-budget.ts';

/** What one client may have stored in a day that begins with its first request. */
const CLIENT_BYTES = 1e9;
/** The part of the disk's free space that all clients together may fill in a day. */
const SITE_SHARE = 1 / 4;
/** A day may last longer, but nobody is told to wait for more than a minute. */
const MAX_RETRY_SECONDS = 60;

/** Limits how many bytes the server stores for one client and for all. docs/operations.md says what people see. */
export interface ByteBudget {
  /** @param client a hash of the address */
  take(client: string, bytes: number): RetrySeconds;
  /** Subtracts what was not stored. */
  giveBack(client: string, bytes: number): void;
}

export interface ByteBudgetDeps {
  counter(limit: number, windowMs: number): Counter;
  now(): number;
  /** Null where it is not known, such as of a database server's disk. */
  freeBytes(): Promise<number | null>;
  /** Called for each refusal. */
  onRefused(whose: 'client' | 'site'): void;
  /** False with RATE_LIMITS=off: nothing is counted. */
  enabled: boolean;
}

export function createByteBudget(deps: ByteBudgetDeps): ByteBudget {
  const { counter, now, freeBytes, onRefused, enabled } = deps;
  if (!enabled) return { take: () => 0, giveBack: () => {} };
  const clients = counter(CLIENT_BYTES, DAY_MS);
  let day = { endsAt: Number.NaN, stored: 0, most: Number.POSITIVE_INFINITY };

  /** The free space is known a moment after the day began. */
  function dayAt(at: number) {
    // A clock that was set back ends the day, too.
    if (at < day.endsAt && day.endsAt - at <= DAY_MS) return day;
    const opened = { endsAt: at + DAY_MS, stored: 0, most: Number.POSITIVE_INFINITY };
    day = opened;
    freeBytes().then(
      (free) => {
        if (free !== null) opened.most = free * SITE_SHARE;
      },
      () => {}, // a database that cannot be reached stores nothing either
    );
    return opened;
  }

  return {
    take(client, bytes) {
      const at = now();
      const today = dayAt(at);
      const isFull = today.stored + bytes > today.most;
      const seconds = isFull
        ? Math.ceil((today.endsAt - at) / 1000)
        : clients.take(inNetwork(client, 48), bytes);
      if (seconds > 0) onRefused(isFull ? 'site' : 'client');
      else today.stored += bytes;
      return Math.min(seconds, MAX_RETRY_SECONDS);
    },
    giveBack(client, bytes) {
      clients.giveBack(inNetwork(client, 48), bytes);
      day.stored = Math.max(0, day.stored - bytes);
    },
  };
}
