const MAX_MS = 3_600_000;

/**
 * Returns `Retry-After` (RFC 9110, section 10.2.3) in milliseconds from now, at most an hour; 0 when
 * it is missing or unreadable. A date is compared with the sender's own clock (`Date`) where the
 * answer has it: the visitor's clock may be wrong by days.
 */
export function retryAfterMs(headers: Headers, now: number): number {
  const value = headers.get('Retry-After') ?? '';
  const serverNow = Date.parse(headers.get('Date') ?? '') || now;
  const ms = Number(value) * 1000 || Date.parse(value) - serverNow;
  return Math.min(Math.max(ms || 0, 0), MAX_MS);
}
