import { AT_ONCE_BYTES, gunzipWithin, isGzip, type Work } from '../../edge/body/bodies.ts';
import { trimBytes } from './trim-bytes.ts';

export type Unwrapped =
  | { ok: true; json: Buffer }
  | { ok: false; why: 'too_large' | 'not_json' | 'empty' | 'busy' };

/** SDKs nest at most gzip within base64 within a form; one more for a proxy that compresses again. */
const MAX_LAYERS = 4;

const NO_JSON = { ok: false, why: 'not_json' } as const;
const TOO_LARGE = { ok: false, why: 'too_large' } as const;
const BUSY = { ok: false, why: 'busy' } as const;

/**
 * Removes the layers that an SDK added until JSON appears: gzip, base64 and a form's `data=`, in any order. It detects
 * them from the bytes alone, because `compression` and the headers are often missing or wrong. It does not check
 * whether the JSON is valid.
 *
 * @param maxBytes limit for each layer
 */
export async function unwrapPayload(
  payload: Uint8Array,
  maxBytes: number,
  work: Work,
): Promise<Unwrapped> {
  let bytes = trim(asBuffer(payload));
  for (let layer = 0; layer <= MAX_LAYERS; layer++) {
    if (bytes.length === 0) return { ok: false, why: 'empty' };
    if (bytes.length > maxBytes) return TOO_LARGE;
    if (bytes.length > AT_ONCE_BYTES) await work.slice.next();
    if (work.reservation.isTaken()) return BUSY;
    if (isGzip(bytes)) {
      const unpacked = await gunzipWithin(bytes, maxBytes, work);
      if (!unpacked.ok)
        return unpacked.why === 'not_gzip' ? NO_JSON : { ok: false, why: unpacked.why };
      bytes = trim(unpacked.bytes);
      continue;
    }
    if (bytes[0] === BRACKET || bytes[0] === BRACE) return { ok: true, json: bytes };
    if (!work.reservation.add(bytes.length)) return BUSY; // the decoded bytes are no longer than these
    const inner = dataOfForm(bytes) ?? decodeBase64(bytes);
    if (inner === null) return NO_JSON;
    bytes = trim(inner);
  }
  return NO_JSON;
}

const [BRACKET, BRACE, PLUS, BLANK = 0] = Buffer.from('[{+ ');
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const asBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Removes the byte order mark and the surrounding whitespace. */
const trim = (bytes: Buffer) =>
  trimBytes(bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes);

/**
 * Returns the value of a form's `data=` if it is one of the first parameters; null when the bytes are not such a form.
 * Only this one is parsed: a body may have millions of others.
 */
function dataOfForm(bytes: Buffer): Buffer | null {
  const named = /(?:^|&)(?=data=)/.exec(bytes.toString('latin1', 0, 200));
  if (!named) return null;
  const start = named.index + named[0].length;
  const end = bytes.indexOf('&', start);
  const one = bytes.subarray(start, end === -1 ? bytes.length : end);
  // Or URLSearchParams takes a third of a second for millions of them.
  for (let at = 0; at < one.length; at++) if (one[at] === PLUS) one[at] = BLANK;
  return Buffer.from(new URLSearchParams(one.toString()).get('data') ?? '');
}

/** Decodes both alphabets of RFC 4648, with and without padding; null for anything else. */
function decodeBase64(encoded: Buffer): Buffer | null {
  const text = encoded.toString('latin1');
  // Forms and URLs turn "+" into a space.
  return /^[\w+/ -]*={0,2}$/.test(text) ? Buffer.from(text.replaceAll(' ', '+'), 'base64') : null;
}
