const MAX_MS = 3_600_000;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) in milliseconds from now, at most an hour; 0 when there is
 * none or none that can be read. A date is told by the sender's own clock, where it says its time:
 * the visitor's may be wrong by days.
 */
export function retryAfterMs(headers: Headers, now: number): number {
  const value = headers.get('Retry-After') ?? '';
  const serverNow = Date.parse(headers.get('Date') ?? '') || now;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - serverNow;
  return Math.min(Math.max(ms || 0, 0), MAX_MS);
}
