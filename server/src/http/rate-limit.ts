import type { Context, MiddlewareHandler } from 'hono';
import type { Counter } from '../counters.ts';
import type { Metrics } from '../metrics.ts';
import type { ClientOf } from './client-address.ts';
import { problem, retryAfter } from './problem.ts';

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
  counter(limit: number, windowMs: number): Counter;
  clientOf: ClientOf;
  metrics: Pick<Metrics, 'rateLimited'>;
  /** With RATE_LIMITS=off nothing is counted. */
  enabled: boolean;
}

/** Refuses a request over the limit; `Retry-After` is already set. */
export type Refuse = (c: Context, seconds: number) => Response;

const WINDOW_MS = 60_000;

/** Limits the requests of each client in a minute that begins with its first one. */
export function createRateLimits({ counter, clientOf, metrics, enabled }: RateLimitDeps) {
  return (limit: RateLimit, refuse: Refuse = tooManyRequests(429)): MiddlewareHandler => {
    if (!enabled) return (_, next) => next();
    const { take } = counter(RATE_LIMITS[limit], WINDOW_MS);
    return async (c, next) => {
      const seconds = take(clientOf(c));
      if (seconds === 0) return next();
      metrics.rateLimited(limit);
      retryAfter(c, seconds);
      return refuse(c, seconds);
    };
  };
}

/** @param status 503 for PostHog's SDKs, which drop events after a 429 */
export const tooManyRequests =
  (status: 429 | 503): Refuse =>
  (c, seconds) =>
    problem(c, status, {
      code: 'too_many_requests',
      message: `There were too many requests from this address; expected the next one in ${seconds} s.`,
    });
