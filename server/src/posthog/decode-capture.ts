import { captureTime, parseTime } from './capture-time.ts';
import { distinctIdOf, parseShape, type RawEvent, tokenOf } from './raw-event.ts';

/** One event of PostHog's capture protocol, decoded. Nothing of it has been judged yet. */
export interface CapturedEvent {
  /** Lower case; null where the sender gave none. */
  uuid: string | null;
  event: string;
  distinctId: string;
  properties: Record<string, unknown>;
  /** Milliseconds since 1970 UTC by this server's clock. */
  occurredAt: number;
}

export type Decoded =
  | { ok: true; token: string; events: CapturedEvent[] }
  | { ok: false; status: 400 | 401; message: string };

/** What is known of a request besides its body. */
export interface Arrival {
  /** By the sender's clock, where the body has no `sent_at`. */
  sentAt: number | null;
  now: number;
  /** What an `Authorization` header bears, where the protocol has its token there. */
  bearer?: string;
}

/**
 * Decodes a request of PostHog's capture protocol: an array of events, a batch, or one event. What PostHog
 * refuses as a whole is refused as a whole: a malformed event or uuid, tokens that differ, a blank distinct_id.
 */
export function decodeCapture(json: unknown, arrival: Arrival): Decoded {
  const request = parseShape(json);
  if ('fault' in request) return refuse(400, request.fault);
  const { events } = request;
  if (events.length === 0) return refuse(400, 'batch: expected at least one event');
  const token = findToken(arrival.bearer ?? request.token, events);
  if (typeof token !== 'string') return refuse(401, token.fault);
  const sentAt = (request.sentAt === null ? null : parseTime(request.sentAt)) ?? arrival.sentAt;
  const decoded: CapturedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const distinctId = distinctIdOf(event);
    if (distinctId === null)
      return refuse(400, `${index}.distinct_id: expected one that is not blank`);
    decoded.push(decodeEvent(event, distinctId, sentAt, arrival.now));
  }
  return { ok: true, token, events: decoded };
}

const refuse = (status: 400 | 401, message: string) => ({ ok: false, status, message }) as const;

function findToken(
  ofBatch: string | null,
  events: readonly RawEvent[],
): string | { fault: string } {
  const tokens = ofBatch === null ? new Set(events.map(tokenOf)) : new Set([ofBatch]);
  tokens.delete(null);
  const [token, another] = tokens;
  if (typeof token !== 'string') return { fault: 'There is no token; expected the project key.' };
  if (another !== undefined) return { fault: 'The events bear different tokens; expected one.' };
  const trimmed = token.trim();
  const isWellFormed = /^[\x20-\x7e]{1,64}$/.test(trimmed) && !trimmed.startsWith('phx_');
  if (isWellFormed) return trimmed;
  return {
    fault: 'The token is no project key; expected 1 to 64 ASCII characters, not a personal key.',
  };
}

function decodeEvent(
  raw: RawEvent,
  distinctId: string,
  sentAt: number | null,
  now: number,
): CapturedEvent {
  const properties = raw.properties ?? {};
  const trusted = properties['$ignore_sent_at'] === true;
  const times = { timestamp: raw.timestamp ?? null, offset: raw.offset ?? null, now };
  return {
    uuid: raw.uuid ?? null,
    event: raw.event,
    distinctId,
    // The newer protocol has the session beside the properties.
    properties:
      raw.session_id === undefined ? properties : { ...properties, $session_id: raw.session_id },
    occurredAt: captureTime({ ...times, sentAt: trusted ? null : sentAt }),
  };
}
