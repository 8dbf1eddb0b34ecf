import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import type { World } from '../lib/world.ts';

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
export const createCounters =
  ({ now }: Pick<World, 'now'>) =>
  (limit: number, windowMs: number): Counter => {
    let windows: LRUCache<string, Window> | undefined;
    // Only now, because a cache takes its memory at once and most limits are never used.
    const open = () => {
      const opened = new LRUCache<string, Window>({ max: MAX_KEYS });
      const sweep = () => {
        for (const [key, window] of opened.entries()) if (!isOpen(window)) opened.delete(key);
      };
      setInterval(sweep, SWEEP_MS).unref();
      return opened;
    };
    /** A clock that was set back must not lock anybody out. */
    const isOpen = ({ endsAt }: Window, at = now()) => at < endsAt && endsAt - at <= windowMs;
    return {
      take(key, amount = 1) {
        windows ??= open();
        const at = now();
        const known = windows.get(key);
        const window = known && isOpen(known, at) ? known : { count: 0, endsAt: at + windowMs };
        if (window.count + amount > limit) return Math.ceil((window.endsAt - at) / 1000);
        if (window !== known) windows.set(key, window);
        window.count += amount;
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

/** With RATE_LIMITS=off nothing is counted. */
export const uncounted = (): Counter => ({ take: () => 0, giveBack() {} });

/** Events per minute for a client address, and per hour for a consent id. A request may hold many events. */
export const EVENT_BUDGETS = { address: 20_000, visitor: 5_000 } as const;

/** A window may last longer, but nobody is told to wait for more than a minute. */
const MAX_RETRY_SECONDS = 60;

/** Seconds after which a sender may try again; 0 when its events are within the budget and counted. */
export type RetrySeconds = number;

interface EventBudgetDeps {
  counter(limit: number, windowMs: number): Counter;
  onRefused(budget: keyof typeof EVENT_BUDGETS): void;
}

/** Limits how much one sender can make the server write, however many requests it sends. */
export function createEventBudget({ counter, onRefused }: EventBudgetDeps) {
  const addresses = counter(EVENT_BUDGETS.address, MINUTE_MS);
  const visitors = counter(EVENT_BUDGETS.visitor, HOUR_MS);
  const limited = (budget: keyof typeof EVENT_BUDGETS, seconds: number): RetrySeconds => {
    if (seconds > 0) onRefused(budget);
    return Math.min(seconds, MAX_RETRY_SECONDS);
  };
  return {
    /** @param client a hash of the address */
    takeOfAddress: (client: string, events: number) =>
      limited('address', addresses.take(client, events)),
    takeOfVisitor: (id: string, events: number) => limited('visitor', visitors.take(id, events)),
    /**
     * Subtracts events of which nothing was kept. Without consent: made-up ids must not evict real ones from the count.
     * When the store refuses: the same events are sent again.
     */
    giveBackToVisitor: visitors.giveBack,
  };
}
export type EventBudget = ReturnType<typeof createEventBudget>;

/**
 * Returns the hash of the first 48 bits of a client's IPv6 address; of an IPv4 address, the client itself. One customer of
 * a tunnel or a host may have 65,536 networks of 64 bits, and would count as that many clients. Where a few people must not
 * pass for many, 48 bits count as one client. The limits of requests do not use it: a provider's phones may share 48 bits.
 */
export const inNetwork = (client: string): string => client.split('.', 1).join('');

/** What one client may have stored in a day that begins with its first request. */
const CLIENT_BYTES = 1e9;
/** The part of the disk's free space that all clients together may fill in a day. */
const SITE_SHARE = 1 / 4;
/** The part of that which one client may fill: nobody closes the site for all. */
const CLIENT_SHARE = 1 / 8;
/** Signups may use twice the share, so that a client that stores many events does not close the form. */
const SIGNUP_TIMES = 2;
/** How often it looks whether somebody has freed space. */
const LOOK_MS = 60_000;

export type Stored = 'events' | 'consent' | 'signup';

interface ByteBudgetDeps extends Pick<World, 'now'> {
  counter(limit: number, windowMs: number): Counter;
  /** Null where it is not known, such as of a database server's disk. */
  freeBytes(): Promise<number | null>;
  onRefused(whose: 'client' | 'site'): void;
}

/** Limits how many bytes the server stores for one client and for all. docs/operations.md says what people see. */
export function createByteBudget({ counter, now, freeBytes, onRefused }: ByteBudgetDeps) {
  const clients = counter(CLIENT_BYTES, DAY_MS);
  let day = openedAt(Number.NaN);

  /** The free space is known a moment after the day began, or after a look. */
  function dayAt(at: number) {
    // A clock that was set back ends the day, too.
    if (!(at < day.endsAt && day.endsAt - at <= DAY_MS)) {
      day = openedAt(at);
      look(day);
    } else if (day.isFull && !(at < day.lookAt && day.lookAt - at <= LOOK_MS)) {
      day.lookAt = at + LOOK_MS;
      look(day);
    }
    return day;
  }

  function look(today: typeof day) {
    freeBytes().then(
      (free) => {
        if (free === null) return;
        today.most = (free + today.stored) * SITE_SHARE;
        today.isFull = false;
      },
      () => {}, // a database that cannot be reached stores nothing either
    );
  }

  /** Returns bytes as a part of what a client may have stored, which is less on a small disk. */
  const scaled = (bytes: number) => bytes * Math.max(1, CLIENT_BYTES / (day.most * CLIENT_SHARE));

  return {
    /** @param client a hash of the address */
    take(client: string, bytes: number, what: Stored): RetrySeconds {
      const at = now();
      const today = dayAt(at);
      const isFull = today.stored + bytes > today.most * (what === 'signup' ? SIGNUP_TIMES : 1);
      const seconds = isFull
        ? Math.ceil((today.endsAt - at) / 1000)
        : clients.take(inNetwork(client), scaled(bytes));
      if (isFull) today.isFull = true;
      if (seconds === 0) today.stored += bytes;
      else onRefused(isFull ? 'site' : 'client');
      return Math.min(seconds, MAX_RETRY_SECONDS);
    },
    /** Subtracts what was not stored. */
    giveBack(client: string, bytes: number) {
      clients.giveBack(inNetwork(client), scaled(bytes));
      day.stored = Math.max(0, day.stored - bytes);
    },
  };
}
export type ByteBudget = ReturnType<typeof createByteBudget>;

const openedAt = (at: number) => ({
  endsAt: at + DAY_MS,
  stored: 0,
  most: Number.POSITIVE_INFINITY,
  isFull: false,
  lookAt: at + LOOK_MS,
});
