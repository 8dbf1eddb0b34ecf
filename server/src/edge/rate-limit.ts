import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Counter } from './budgets.ts';
import type { ClientOf } from './client-address.ts';
import type { Metrics } from './metrics.ts';
import { problem, retryAfter } from './problem.ts';

/** Requests per client and minute. */
export const RATE_LIMITS = {
  signups: 20,
  consents: 120,
  'my-data': 30,
  events: 600,
  ingest: 600,
  /** Of `/confirm`, `/leave` and `/invitation`, unknown links only. */
  'mail-pages': 30,
  /** Wrong codes only. */
  confirmations: 30,
  'growth-sign-in': 10,
  /** Challenges, and their answers. A team may share an address. */
  'growth-passkeys': 60,
  /** Wrong bearer tokens only. */
  'growth-bearer': 10,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;

export interface RateLimitDeps {
  counter(limit: number, windowMs: number): Counter;
  clientOf: ClientOf;
  metrics: Pick<Metrics, 'rateLimited'>;
}

/** Refuses a request over the limit; `Retry-After` is already set. */
export type Refuse<Answer = Response> = (c: Context, seconds: number) => Answer;

const WINDOW_MS = 60_000;

/** Limits the requests of each client in a minute that begins with its first one. */
export function createRateLimits(deps: RateLimitDeps) {
  return (
    limit: RateLimit,
    refuse: Refuse<Response | Promise<Response>> = tooManyRequests(429),
  ): MiddlewareHandler => {
    const { count } = createLimit(deps, limit, refuse);
    return async (c, next) => count(c) ?? next();
  };
}

/**
 * Limits how many different secrets each client may guess in a minute. A wrong one that is repeated counts once: it tells
 * nothing new, and a program with an old token must not lock out the people behind the same address.
 */
export function createGuessLimit(deps: RateLimitDeps, limit: RateLimit) {
  const { count, giveBack } = createLimit(deps, limit, tooManyRequests(429));
  const { take, giveBack: forget } = deps.counter(1, WINDOW_MS);
  /** Counts a wrong guess. Returns a refusal after too many, also for a right one. */
  return (c: Context, guess: string, isRight: boolean): Response | null => {
    const key = `${deps.clientOf(c)} ${createHash('sha256').update(guess).digest('base64')}`;
    if (!isRight && take(key) > 0) return null;
    const refusal = count(c);
    if (refusal === null && isRight) giveBack(c);
    // A guess that was refused was not checked, so its answer must not change when it is repeated.
    if (refusal !== null && !isRight) forget(key, 1);
    return refusal;
  };
}

/** Makes a limit for what counts only sometimes, such as wrong guesses. */
export function createLimit<Answer>(
  { counter, clientOf, metrics }: RateLimitDeps,
  limit: RateLimit,
  refuse: Refuse<Answer>,
) {
  const { take, giveBack } = counter(RATE_LIMITS[limit], WINDOW_MS);
  return {
    /** Counts a request. Returns a refusal above the limit. */
    count(c: Context): Answer | null {
      const seconds = take(clientOf(c));
      if (seconds === 0) return null;
      metrics.rateLimited(limit);
      retryAfter(c, seconds);
      return refuse(c, seconds);
    },
    giveBack: (c: Context) => giveBack(clientOf(c), 1),
  };
}

/** @param status 503 for PostHog's SDKs, which drop events after a 429 */
export const tooManyRequests =
  (status: 429 | 503): Refuse =>
  (c, seconds) =>
    problem(c, status, {
      code: 'too_many_requests',
      message: `Too many requests from this address; send the next one in ${seconds} s.`,
    });
