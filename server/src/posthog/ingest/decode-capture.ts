import type { TimeSlice } from '../../lib/time-slices.ts';
import { captureTime, parseTime } from './capture-time.ts';
import type { EventList } from './event-list.ts';
import {
  distinctIdOf,
  hasTooManyKeys,
  parseEnvelope,
  parseEvent,
  type RawEvent,
  tokenOf,
  uuidOf,
} from './raw-event.ts';

/** One decoded event of PostHog's capture protocol. Nothing in it has been checked yet. */
export interface CapturedEvent {
  /** In lower case; null when the sender gave none. */
  uuid: string | null;
  event: string;
  distinctId: string;
  properties: Record<string, unknown>;
  /** Whether it has more keys than the server examines. */
  hasTooManyKeys: boolean;
  /** Milliseconds since 1970 UTC by this server's clock. */
  occurredAt: number;
}

export type Decoded =
  | {
      ok: true;
      token: string;
      /** Decoded on demand: in memory, each event of a large batch is several times its size on the wire. */
      events: Iterable<CapturedEvent>;
    }
  | { ok: false; status: 400 | 401 | 413; message: string };

/** What is known about a request besides its body. */
export interface Arrival {
  /** By the sender's clock; used when the body has no `sent_at`. */
  sentAt: number | null;
  now: number;
  /** The token of the `Authorization` header, where the protocol sends it there. */
  bearer?: string;
}

/**
 * Decodes a request of PostHog's capture protocol: an array of events, a batch, or one event. It refuses a whole
 * request where PostHog does: for a malformed event or uuid, differing tokens, or a blank distinct_id.
 */
export async function decodeCapture(
  events: EventList,
  arrival: Arrival,
  slice: TimeSlice,
): Promise<Decoded> {
  const envelope = parseEnvelope(events.envelope ?? {});
  if ('fault' in envelope) return refuse(400, envelope.fault);
  if (events.length === 0) return refuse(400, 'batch: expected at least one event');
  const tokens = new Set<string>();
  let blank: number | null = null;
  for (let index = 0; index < events.length; index++) {
    if (slice.isOver()) await slice.next();
    const parsed = events.at(index);
    if (!parsed.ok) {
      return parsed.why === 'too_large'
        ? refuse(413, tooLarge(parsed.limit))
        : refuse(400, `${index}.event: expected JSON`);
    }
    const event = parseEvent(parsed.json);
    if ('fault' in event) return refuse(400, `${index}.${event.fault}`);
    const token = tokenOf(event);
    if (token !== null) tokens.add(token);
    if (distinctIdOf(event) === null) blank ??= index;
  }
  const ofAll = arrival.bearer ?? envelope.token;
  const token = judgeToken(ofAll === null ? tokens : new Set([ofAll]));
  if ('fault' in token) return refuse(401, token.fault);
  if (blank !== null) return refuse(400, `${blank}.distinct_id: expected one that is not blank`);
  const sentAt = (envelope.sentAt === null ? null : parseTime(envelope.sentAt)) ?? arrival.sentAt;
  const decoded = decodeEvents(events, { sentAt, now: arrival.now });
  return { ok: true, token: token.value, events: decoded };
}

/** @param limit the allowed size */
export const tooLarge = (limit: string) => `The payload is too large; expected at most ${limit}.`;

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

function* decodeEvents(candidates: EventList, clocks: Clocks): Generator<CapturedEvent> {
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates.at(index);
    if (!candidate.ok) continue; // all of them have been parsed once
    const event = parseEvent(candidate.json);
    if ('fault' in event) continue;
    const distinctId = distinctIdOf(event);
    if (distinctId === null) continue;
    yield {
      ...decodeEvent(event, distinctId, clocks),
      hasTooManyKeys: hasTooManyKeys(event, candidate.json),
    };
  }
}

function decodeEvent(raw: RawEvent, distinctId: string, { sentAt, now }: Clocks) {
  const { event, session_id, timestamp = null, offset = null } = raw;
  const properties = raw.properties ?? {};
  const isRight =
    properties['$ignore_sent_at'] === true || raw.options?.['disable_skew_correction'] === true;
  return {
    uuid: uuidOf(raw),
    event,
    distinctId,
    // The newer protocol has the session id beside the properties.
    properties: session_id === undefined ? properties : { ...properties, $session_id: session_id },
    occurredAt: captureTime({ timestamp, offset, sentAt: isRight ? null : sentAt, now }),
  };
}
