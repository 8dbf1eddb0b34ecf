import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../metrics.ts';
import type { ClientOf } from './client-address.ts';
import { problem } from './problem.ts';

/** Requests per client and minute. */
export const RATE_LIMITS = {
  signups: 20,
  consents: 120,
  'my-data': 30,
  events: 600,
  ingest: 600,
  'growth-sign-in': 10,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;

export interface RateLimitDeps {
  now(): number;
  /** Calls back after a delay in milliseconds. */
  later(callback: () => void, delayMs: number): void;
  clientOf: ClientOf;
  metrics: Pick<Metrics, 'rateLimited'>;
  /** RATE_LIMITS=off counts nothing. */
  enabled: boolean;
}

/** Answers a request that came too soon; `Retry-After` is set. */
export type Refuse = (c: Context, seconds: number) => Response;

interface Window {
  count: number;
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** For each limit: about 4 MB. Beyond it, whoever was quiet longest is forgotten and begins anew. */
const MAX_CLIENTS = 20_000;

/**
 * Counts each client's requests in a minute that begins with its first one. Nothing about a client is kept longer
 * than two minutes, and nothing outside this process: docs/decisions/014-rate-limits-in-memory.md.
 */
export function createRateLimits(deps: RateLimitDeps) {
  const { now, later, clientOf, metrics, enabled } = deps;
  const limits: LRUCache<string, Window>[] = [];
  let sweeping = false;

  function sweepLater() {
    if (sweeping) return;
    sweeping = true;
    later(() => {
      sweeping = false;
      for (const windows of limits) forgetPast(windows, now());
      if (limits.some(({ size }) => size > 0)) sweepLater();
    }, WINDOW_MS);
  }

  return (limit: RateLimit, refuse: Refuse = tooManyRequests(429)): MiddlewareHandler => {
    if (!enabled) return (_, next) => next();
    const windows = new LRUCache<string, Window>({ max: MAX_CLIENTS });
    limits.push(windows);
    return async (c, next) => {
      const at = now();
      const { count, endsAt } = countIn(windows, clientOf(c), at);
      sweepLater();
      if (count <= RATE_LIMITS[limit]) return next();
      metrics.rateLimited(limit);
      const seconds = Math.ceil((endsAt - at) / 1000);
      c.header('Retry-After', String(seconds));
      return refuse(c, seconds);
    };
  };
}

function countIn(windows: LRUCache<string, Window>, client: string, at: number): Window {
  const known = windows.get(client);
  // A clock that was put back must not lock anybody out.
  if (known && at < known.endsAt && known.endsAt - at <= WINDOW_MS) {
    known.count += 1;
    return known;
  }
  const begun = { count: 1, endsAt: at + WINDOW_MS };
  windows.set(client, begun);
  return begun;
}

function forgetPast(windows: LRUCache<string, Window>, at: number) {
  for (const [client, { endsAt }] of windows.entries()) {
    if (endsAt <= at || endsAt - at > WINDOW_MS) windows.delete(client);
  }
}

/** @param status 503 for PostHog's SDKs: they drop what is answered 429 */
export const tooManyRequests =
  (status: 429 | 503): Refuse =>
  (c, seconds) =>
    problem(c, status, {
      code: 'too_many_requests',
      message: `There were too many requests from this address; expected the next one in ${seconds} s.`,
    });
