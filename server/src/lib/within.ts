import { MINUTE_MS } from '#shared/limits';

/** By how much the clocks of several processes differ at most, and by how much a time server moves one. */
export const SKEW_MS = 5 * MINUTE_MS;

/**
 * Returns whether a time is less than `windowMs` ago. A time to come is from a clock that was wrong: what it opens would stay
 * open for years.
 *
 * @param skewMs how far it may be to come, if another clock may have written it
 */
export const within = (now: number, time: number, windowMs: number, skewMs = 0): boolean =>
  now - time >= -skewMs && now - time < windowMs;
