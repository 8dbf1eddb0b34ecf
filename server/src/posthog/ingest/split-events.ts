import { isUtf8 } from 'node:buffer';
import { hasMoreValues } from '../../http/body/json-values.ts';
import type { Pace } from '../../turns.ts';
import { trimBytes } from '../delivery/trim-bytes.ts';

/** The events of one request, each parsed on demand: a large batch is never in memory as objects. */
export interface EventList {
  length: number;
  /** @throws SyntaxError when it is not JSON */
  at(index: number): unknown;
}

export interface SplitRequest {
  /** The fields around a batch; null when the body is an array of events or one event. */
  envelope: Record<string, unknown> | null;
  events: EventList;
}

export type Split =
  | { ok: true; request: SplitRequest }
  | { ok: false; why: 'not_json' | 'no_array' }
  | { ok: false; why: 'too_large'; limit: string };

/** PostHog's own limit for an event. The fields around a batch may be as large. */
const MAX_EVENT_BYTES = 1024 * 1024;
/** Parsing more than this takes longer than a slice. The largest event of an SDK has some 500. */
const MAX_EVENT_VALUES = 10_000;
/** What one address may send in a minute, so a larger batch could never be accepted. */
const MAX_EVENTS = 20_000;

const NOT_JSON: Split = { ok: false, why: 'not_json' };
const TOO_MANY: Split = { ok: false, why: 'too_large', limit: `${MAX_EVENTS} events in a request` };
const TOO_LARGE: Split = {
  ok: false,
  why: 'too_large',
  limit: `${MAX_EVENT_BYTES} bytes and ${MAX_EVENT_VALUES} values in an event`,
};

/**
 * Finds the events in the JSON of a request: the elements of an array, those of an object's `batch`, or the object
 * itself. It counts them before parsing any. A syntax error in an event shows when that event is parsed.
 */
export async function splitEvents(json: Buffer, pace: Pace): Promise<Split> {
  const root = await splitAtCommas(json, pace);
  if (!Array.isArray(root)) return root;
  if (json[0] === OPEN_ARRAY) return listEvents(json, null, root, pace);
  const batch = await findBatch(json, root, pace);
  if (!batch) return listEvents(json, null, [{ start: 0, end: json.length }], pace);
  // Checked before joining: copying 20 MB at once would delay everybody.
  if (json.length - (batch.end - batch.start) > MAX_EVENT_BYTES) return TOO_LARGE;
  const around = Buffer.concat([
    json.subarray(0, batch.start),
    Buffer.from('"batch":[]'),
    json.subarray(batch.end),
  ]);
  if (isTooLarge(around)) return TOO_LARGE;
  const envelope = parseObject(around);
  if (!envelope) return NOT_JSON;
  const value = trimBytes(json.subarray(batch.valueStart, batch.end));
  if (value[0] !== OPEN_ARRAY) return { ok: false, why: 'no_array' };
  const events = await splitAtCommas(value, pace);
  return Array.isArray(events) ? listEvents(value, envelope, events, pace) : events;
}

interface Span {
  start: number;
  end: number;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] =
  Buffer.from('"\\,[{]}');
/** Bytes between two looks at the clock: about a tenth of a millisecond. */
const PIECE_BYTES = 64 * 1024;

/**
 * Splits the bytes of one array or object at its top-level commas, without surrounding whitespace. It looks at
 * brackets, commas and strings only.
 */
async function splitAtCommas(json: Buffer, pace: Pace): Promise<Span[] | Split> {
  const parts: Span[] = [];
  let [depth, start, isText, at] = [0, 1, false, 0];
  for (let next = PIECE_BYTES; at < json.length; at++) {
    if (at >= next) {
      next = at + PIECE_BYTES;
      if (pace.isOver()) await pace.next();
    }
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) {
      isText = true;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth++;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (--depth === 0) break;
    } else if (byte === COMMA && depth === 1) {
      parts.push({ start, end: at });
      start = at + 1;
      if (parts.length === MAX_EVENTS) return TOO_MANY;
    }
  }
  const isWhole =
    at === json.length - 1 && json[at] === (json[0] === OPEN_ARRAY ? CLOSE_ARRAY : CLOSE_OBJECT);
  if (!isWhole) return NOT_JSON;
  const isEmpty = parts.length === 0 && trimBytes(json.subarray(start, at)).length === 0;
  return isEmpty ? [] : [...parts, { start, end: at }];
}

/** How far a key is read: every letter of `batch` may be written as an escape of six characters. */
const MAX_KEY_BYTES = 100;
/** A key that may be `batch` and is always valid JSON: 20,000 keys that each threw delayed everybody by 0.1 s. */
const LIKE_BATCH = /^\s*("(?:[batch]|\\u00[67][\da-fA-F]){5}")\s*:\s*/;

interface Member extends Span {
  valueStart: number;
}

/** Returns the last member of an object with the key `batch`, which is the one that counts. */
async function findBatch(
  json: Buffer,
  members: readonly Span[],
  pace: Pace,
): Promise<Member | null> {
  let batch: Member | null = null;
  for (const { start, end } of members) {
    const head = json.toString('latin1', start, Math.min(end, start + MAX_KEY_BYTES));
    const [all, key] = LIKE_BATCH.exec(head) ?? [];
    if (all !== undefined && key !== undefined && JSON.parse(key) === 'batch') {
      batch = { start, end, valueStart: start + all.length };
    }
    if (pace.isOver()) await pace.next();
  }
  return batch;
}

function parseObject(json: Buffer): Record<string, unknown> | null {
  try {
    return parseUtf8(json) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/**
 * Parses strictly. A decoder would replace bytes that are not UTF-8 with U+FFFD, and so keep something that was never
 * sent. @throws SyntaxError
 */
function parseUtf8(json: Buffer): unknown {
  if (!isUtf8(json)) throw new SyntaxError('not UTF-8');
  return JSON.parse(json.toString());
}

const isTooLarge = (json: Buffer) =>
  json.length > MAX_EVENT_BYTES || hasMoreValues(json, MAX_EVENT_VALUES);

async function listEvents(
  json: Buffer,
  envelope: SplitRequest['envelope'],
  spans: readonly Span[],
  pace: Pace,
): Promise<Split> {
  for (const { start, end } of spans) {
    if (isTooLarge(json.subarray(start, end))) return TOO_LARGE;
    if (pace.isOver()) await pace.next();
  }
  const at = (index: number) => {
    const { start, end } = spans[index] ?? { start: 0, end: 0 };
    return parseUtf8(json.subarray(start, end));
  };
  return { ok: true, request: { envelope, events: { length: spans.length, at } } };
}
