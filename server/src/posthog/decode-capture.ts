import { captureTime, parseTime } from './capture-time.ts';
import {
  distinctIdOf,
  parseEvent,
  parseShape,
  type RawEvent,
  tokenOf,
  uuidOf,
} from './raw-event.ts';

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
  | {
      ok: true;
      token: string;
      /** Decoded as they are asked for: in a large batch each is several times its size on the wire. */
      events: Iterable<CapturedEvent>;
    }
  | { ok: false; status: 400 | 401 | 413; message: string };

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
  if (events.length > MAX_EVENTS) {
    return refuse(413, `There are too many events; expected at most ${MAX_EVENTS} in a request.`);
  }
  const tokens = new Set<string>();
  let blank: number | null = null;
  for (const [index, candidate] of events.entries()) {
    const event = parseEvent(candidate);
    if ('fault' in event) return refuse(400, `${index}.${event.fault}`);
    const token = tokenOf(event);
    if (token !== null) tokens.add(token);
    if (distinctIdOf(event) === null) blank ??= index;
  }
  const ofAll = arrival.bearer ?? request.token;
  const token = judgeToken(ofAll === null ? tokens : new Set([ofAll]));
  if ('fault' in token) return refuse(401, token.fault);
  if (blank !== null) return refuse(400, `${blank}.distinct_id: expected one that is not blank`);
  const sentAt = (request.sentAt === null ? null : parseTime(request.sentAt)) ?? arrival.sentAt;
  const decoded = decodeEvents(events, { sentAt, now: arrival.now });
  return { ok: true, token: token.value, events: decoded };
}

/** As many as 20 MB hold of the smallest that can be kept. To check them takes a tenth of a second. */
const MAX_EVENTS = 100_000;

const refuse = (status: 400 | 401 | 413, message: string) =>
  ({ ok: false, status, message }) as const;

function judgeToken(tokens: ReadonlySet<string>): { value: string } | { fault: string } {
  const [token, another] = tokens;
  if (token === undefined) return { fault: 'There is no token; expected the project key.' };
  if (another !== undefined) return { fault: 'The events bear different tokens; expected one.' };
  const value = token.trim();
  if (/^[\x20-\x7e]{1,64}$/.test(value) && !value.startsWith('phx_')) return { value };
  return {
    fault: 'The token is no project key; expected 1 to 64 ASCII characters, not a personal key.',
  };
}

interface Clocks {
  sentAt: number | null;
  now: number;
}

function* decodeEvents(candidates: readonly unknown[], clocks: Clocks): Generator<CapturedEvent> {
  for (const candidate of candidates) {
    const event = parseEvent(candidate);
    if ('fault' in event) continue; // they have all been parsed once
    const distinctId = distinctIdOf(event);
    if (distinctId !== null) yield decodeEvent(event, distinctId, clocks);
  }
}

function decodeEvent(raw: RawEvent, distinctId: string, { sentAt, now }: Clocks): CapturedEvent {
  const { event, session_id, timestamp = null, offset = null } = raw;
  const properties = raw.properties ?? {};
  const isRight =
    properties['$ignore_sent_at'] === true || raw.options?.['disable_skew_correction'] === true;
  return {
    uuid: uuidOf(raw),
    event,
    distinctId,
    // The newer protocol has the session beside the properties.
    properties: session_id === undefined ? properties : { ...properties, $session_id: session_id },
    occurredAt: captureTime({ timestamp, offset, sentAt: isRight ? null : sentAt, now }),
  };
}
