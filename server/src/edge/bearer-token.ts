import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares a secret in a time that reveals nothing about it, not even its length: both sides are hashed first.
 *
 * @param secret the expected value
 */
export function createSecretCheck(secret: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(secret);
  return (given) => timingSafeEqual(hash(given), expected);
}

/** Returns the token of `Authorization: Bearer …` (RFC 6750, section 2.1), or null. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
