import { HOUR_MS } from '#shared/limits';
/** What a request says about the time of an event, in milliseconds since 1970 UTC. */
export interface CaptureTimes {
  /** As sent, unchecked. */
  timestamp: string | null;
  /** How long before it was sent the event happened, in milliseconds. Older SDKs send this. */
  offset: number | null;
  /** By the sender's clock. */
  sentAt: number | null;
  now: number;
}

const MAX_AHEAD_MS = 23 * HOUR_MS;

/**
 * Returns when an event happened by this server's clock, as PostHog computes it: the sender's clock is off by `sent_at
 * - now`. A missing or unreadable time, one before 1970 and one more than 23 h ahead count as now.
 */
export function captureTime(times: CaptureTimes): number {
  const time = correct(times);
  return time >= 0 && time - times.now <= MAX_AHEAD_MS ? time : times.now;
}

function correct({ timestamp, offset, sentAt, now }: CaptureTimes): number {
  const told = timestamp === null ? null : parseTime(timestamp);
  if (told !== null && sentAt !== null) return told - (sentAt - now);
  if (offset !== null) return now - offset;
  return told ?? now;
}

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Parses an ISO time to milliseconds since 1970. A time without a zone is UTC. Returns null for anything else. */
export function parseTime(text: string): number | null {
  const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const colon = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = Date.parse(`${day}T${time.replace(',', '.')}${colon.toUpperCase()}`);
  return Number.isNaN(ms) ? null : ms;
}

const IN_SECONDS_BEFORE = Date.UTC(2021, 0, 1);

/**
 * Parses the query's `_`, which is `sent_at` in milliseconds. Older SDKs sent seconds, which are ignored, as in
 * PostHog.
 */
export function parseSentAtQuery(value: string | null): number | null {
  if (value === null || !/^\d{1,15}$/.test(value)) return null;
  const ms = Number(value);
  return ms >= IN_SECONDS_BEFORE ? ms : null;
}
