import { AT_ONCE_BYTES, type Work } from '../../http/body/bodies.ts';
import { gunzipWithin, isGzip } from '../../http/body/gunzip.ts';
import { trimBytes } from '../delivery/trim-bytes.ts';

export type Unwrapped =
  | { ok: true; json: Buffer }
  | { ok: false; why: 'too_large' | 'not_json' | 'empty' | 'busy' };

/** SDKs nest at most gzip within base64 within a form; one more for a proxy that compresses again. */
const MAX_LAYERS = 4;
/** Bytes decoded between two looks at the clock: about a tenth of a millisecond. */
const PIECE_BYTES = 64 * 1024;

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
    if (bytes.length > AT_ONCE_BYTES) await work.pace.next();
    if (work.hold.isTaken()) return BUSY;
    if (isGzip(bytes)) {
      const unpacked = await gunzipWithin(bytes, maxBytes, work);
      if (!unpacked.ok)
        return unpacked.why === 'not_gzip' ? NO_JSON : { ok: false, why: unpacked.why };
      bytes = trim(asBuffer(unpacked.bytes));
      continue;
    }
    if (bytes[0] === BRACKET || bytes[0] === BRACE) return { ok: true, json: bytes };
    const data = dataOfForm(bytes);
    if (!work.hold.add(bytes.length)) return BUSY; // the decoded bytes are no longer than these
    const inner = await (data ? decodePercent(data, work) : decodeBase64(bytes, work));
    if (inner === null) return NO_JSON;
    bytes = trim(inner);
  }
  return NO_JSON;
}

const [BRACKET, BRACE, AND, PERCENT, PLUS, BLANK] = Buffer.from('[{&%+ ');
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const asBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Removes the byte order mark and the surrounding whitespace. */
const trim = (bytes: Buffer) =>
  trimBytes(bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes);

/**
 * Returns the value of a form's `data=` if it is one of the first parameters; null when the bytes are not such a form.
 */
function dataOfForm(bytes: Buffer): Buffer | null {
  const named = /(?:^|&)data=/.exec(bytes.toString('latin1', 0, 200));
  if (!named) return null;
  const start = named.index + named[0].length;
  const end = bytes.indexOf(AND ?? 0, start);
  return bytes.subarray(start, end === -1 ? bytes.length : end);
}

/** Decodes form encoding: "+" is a space, "%" and two digits a byte. */
async function decodePercent(encoded: Buffer, { pace }: Work): Promise<Buffer> {
  const decoded = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let at = 0, next = PIECE_BYTES; at < encoded.length; at++) {
    if (at >= next) {
      next += PIECE_BYTES;
      if (pace.isOver()) await pace.next();
    }
    let byte = encoded[at];
    if (byte === PLUS) byte = BLANK;
    else if (byte === PERCENT) {
      const value = hexByte(encoded, at + 1);
      if (value !== null) {
        byte = value;
        at += 2;
      }
    }
    decoded[length++] = byte ?? 0;
  }
  return decoded.subarray(0, length);
}

/** Returns the value of two hexadecimal digits. Null for anything else: the "%" then stands for itself. */
function hexByte(bytes: Buffer, at: number): number | null {
  const [high, low] = [hexDigit(bytes[at]), hexDigit(bytes[at + 1])];
  return high < 0 || low < 0 ? null : high * 16 + low;
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Decodes both alphabets of RFC 4648, with and without padding; null for anything else. */
async function decodeBase64(encoded: Buffer, { pace }: Work): Promise<Buffer | null> {
  const decoded = Buffer.allocUnsafeSlow(Math.ceil((encoded.length * 3) / 4));
  let length = 0;
  // A piece consists of whole groups of four, so that each can be decoded alone.
  for (let at = 0; at < encoded.length; at += PIECE_BYTES) {
    if (at > 0 && pace.isOver()) await pace.next();
    const text = encoded.toString('latin1', at, at + PIECE_BYTES);
    const isLast = at + PIECE_BYTES >= encoded.length;
    // Forms and URLs turn "+" into a space.
    if (!(isLast ? /^[\w+/ -]*={0,2}$/ : /^[\w+/ -]*$/).test(text)) return null;
    length += decoded.write(text.replaceAll(' ', '+'), length, 'base64');
  }
  return decoded.subarray(0, length);
}
