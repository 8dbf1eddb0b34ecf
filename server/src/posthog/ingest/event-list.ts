import { isUtf8 } from 'node:buffer';
import { trimBytes } from './trim-bytes.ts';

/** The events of one request, each parsed on demand. */
export interface EventList {
  /** The fields around a batch; null when the body is an array of events or one event. */
  envelope: unknown;
  length: number;
  at(index: number): Parsed;
}

export type Parsed = { ok: true; json: unknown } | ListFault;
export type ListFault =
  | { ok: false; why: 'not_json' }
  | { ok: false; why: 'too_large'; limit: string };

/** PostHog's own limit for an event. The fields around a batch may be as large. */
const MAX_EVENT_BYTES = 1024 * 1024;
/** Parsing more than this takes 10 ms if all keys differ. The largest event of an SDK has some 500. */
const MAX_EVENT_VALUES = 10_000;
/** What one address may send in a minute, so a larger batch could never be accepted. */
const MAX_EVENTS = 20_000;
/** Arrays among the fields of a request: the events, and what SDKs may add. */
const MAX_ARRAYS = 100;

const NOT_JSON = { ok: false, why: 'not_json' } as const;
const tooLarge = (limit: string) => ({ ok: false, why: 'too_large', limit }) as const;
const EVENT_TOO_LARGE = tooLarge(
  `${MAX_EVENT_BYTES} bytes and ${MAX_EVENT_VALUES} values in an event`,
);
const TOO_MANY = tooLarge(`${MAX_EVENTS} events in a request`);

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] =
  Buffer.from('"\\,[{]}');
/** What stands before the array of a batch. */
const BATCH_KEY = /[{,]\s*"batch"\s*:\s*$/;

/**
 * Finds the events in the JSON of a request: the elements of an array, those of an object's `batch`, or the object
 * itself. It looks at brackets, commas and strings only, which takes 15 ms for 6 MiB. Parsing them in one go would take
 * 200 ms if all keys differ, with nothing else in between, so each event is parsed separately
 * (docs/measurements/guards.md).
 *
 * @param json without surrounding whitespace; begins with `[` or `{`
 */
export function listEvents(json: Buffer): { ok: true; list: EventList } | ListFault {
  if (!isUtf8(json)) return NOT_JSON;
  const isArray = json[0] === OPEN_ARRAY;
  let array = { start: 0, end: isArray ? json.length : 0 };
  /** Where each event starts and ends, in turn. */
  let spans: number[] = [];
  /** The depth of the events' array while the scan is in it, else 0. */
  let arrayDepth = isArray ? 1 : 0;
  let [depth, start, at, arrays] = [0, 1, 0, 0];
  for (; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      at++;
      while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA && depth === arrayDepth) {
      if (spans.length === 2 * (MAX_EVENTS - 1)) return TOO_MANY;
      spans.push(start, at);
      start = at + 1;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth++;
      if (isArray || depth !== 2 || byte !== OPEN_ARRAY) continue;
      if (arrays++ === MAX_ARRAYS) return EVENT_TOO_LARGE;
      if (BATCH_KEY.test(json.toString('latin1', Math.max(0, at - 50), at))) {
        array = { start: at, end: 0 }; // the last one counts, as in JSON.parse
        [arrayDepth, start, spans] = [depth, at + 1, []];
      }
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (depth === arrayDepth) {
        if (byte !== CLOSE_ARRAY) return NOT_JSON;
        const isEmpty = spans.length === 0 && trimBytes(json.subarray(start, at)).length === 0;
        if (!isEmpty) spans.push(start, at);
        array.end = at + 1;
        arrayDepth = 0;
      }
      if (--depth === 0) break;
    }
  }
  if (at !== json.length - 1) return NOT_JSON;
  const around = [json.subarray(0, array.start), Buffer.from('[]'), json.subarray(array.end)];
  const envelope: Parsed =
    isArray || array.end === 0 ? { ok: true, json: null } : parse(Buffer.concat(around));
  if (!envelope.ok) return envelope;
  // Of doubled keys the last one counts, as in JSON.parse. If that is not the array that was found, there is no batch.
  const isBatch = isEmptyArray((envelope.json as { batch?: unknown } | null)?.batch);
  if (!isArray && !isBatch) return one(json);
  return {
    ok: true,
    list: {
      envelope: envelope.json,
      length: spans.length / 2,
      at: (index) => parse(json.subarray(spans[2 * index], spans[2 * index + 1])),
    },
  };
}

/** The whole text is one event. */
const one = (json: Buffer) => ({
  ok: true as const,
  list: { envelope: null, length: 1, at: () => parse(json) },
});

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0;

function parse(json: Buffer): Parsed {
  if (json.length > MAX_EVENT_BYTES || hasMoreValues(json, MAX_EVENT_VALUES)) {
    return EVENT_TOO_LARGE;
  }
  try {
    return { ok: true, json: JSON.parse(json.toString()) };
  } catch {
    return NOT_JSON;
  }
}

/**
 * Returns whether JSON has more than `max` values. Two bytes of JSON, `[]`, become a hundred in memory, so the length
 * alone limits neither memory nor time. Counts commas and opening brackets outside strings, without parsing. The count
 * exceeds the number of values by at most one for each array or object.
 */
function hasMoreValues(json: Uint8Array, max: number): boolean {
  if (json.length <= 2 * max) return false; // a value takes at least two bytes, with its comma or bracket
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      if (values > max) return true;
    }
  }
  return false;
}
