import { DAY_MS } from '#shared/limits';
import { inNetwork } from '../lib/in-network.ts';
import type { Counter } from './counters.ts';
import type { RetrySeconds } from './event-budget.ts';

/** What one client may have stored in a day that begins with its first request. */
const CLIENT_BYTES = 1e9;
/** The part of the disk's free space that all clients together may fill in a day. */
const SITE_SHARE = 1 / 4;
/** The part of that which one client may fill: nobody closes the site for all. */
const CLIENT_SHARE = 1 / 8;
/** The part of it which events leave to signups. */
const KEPT_FOR_SIGNUPS = 1 / 8;
/** The first signup of a network in a day fits into twice the share: many clients that store much close no form. */
const FIRST_SIGNUPS = 2;
/** How often it looks whether somebody has freed space. */
const LOOK_MS = 60_000;
/** A day may last longer, but nobody is told to wait for more than a minute. */
const MAX_RETRY_SECONDS = 60;

export type Stored = 'events' | 'consent' | 'signup';

/** Limits how many bytes the server stores for one client and for all. docs/operations.md says what people see. */
export interface ByteBudget {
  /** @param client a hash of the address */
  take(client: string, bytes: number, what: Stored): RetrySeconds;
  /** Subtracts what was not stored. After a signup, the network's next one counts as its first. */
  giveBack(client: string, bytes: number, what: Stored): void;
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
  const signups = counter(1, DAY_MS);
  let day = openedAt(Number.NaN);

  /** The free space is known a moment after the day began, or after a look. */
  function dayAt(at: number) {
    // A clock that was set back ends the day, too.
    if (!(at < day.endsAt && day.endsAt - at <= DAY_MS)) {
      day = openedAt(at);
      look(day);
    } else if (day.isFull && at >= day.lookAt) {
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
    take(client, bytes, what) {
      const at = now();
      const today = dayAt(at);
      const network = inNetwork(client);
      const isFirst = what === 'signup' && signups.take(network) === 0;
      const part = isFirst ? FIRST_SIGNUPS : what === 'signup' ? 1 : 1 - KEPT_FOR_SIGNUPS;
      const isFull = today.stored + bytes > today.most * part;
      const seconds = isFull
        ? Math.ceil((today.endsAt - at) / 1000)
        : clients.take(network, scaled(bytes));
      if (isFull) today.isFull = true;
      if (seconds === 0) today.stored += bytes;
      else {
        onRefused(isFull ? 'site' : 'client');
        if (isFirst) signups.giveBack(network, 1);
      }
      return Math.min(seconds, MAX_RETRY_SECONDS);
    },
    giveBack(client, bytes, what) {
      clients.giveBack(inNetwork(client), scaled(bytes));
      if (what === 'signup') signups.giveBack(inNetwork(client), 1);
      day.stored = Math.max(0, day.stored - bytes);
    },
  };
}

const openedAt = (at: number) => ({
  endsAt: at + DAY_MS,
  stored: 0,
  most: Number.POSITIVE_INFINITY,
  isFull: false,
  lookAt: at + LOOK_MS,
});
