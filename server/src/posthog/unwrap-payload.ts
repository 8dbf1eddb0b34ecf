import { isUtf8 } from 'node:buffer';
import { gunzipWithin, isGzip } from '../http/gunzip.ts';

export type Unwrapped =
  | { ok: true; json: unknown }
  | { ok: false; why: 'too_large' | 'not_json' | 'empty' };

/** Gzip within base64 within a form is as deep as SDKs go; one more for a proxy that compresses again. */
const MAX_LAYERS = 4;

/**
 * Takes the layers off what an SDK sent until JSON appears: gzip, base64 and a form's `data=`, in any
 * order. What is there is told from the bytes alone: `compression` and the headers are often missing or wrong.
 *
 * @param maxBytes of each layer
 */
export async function unwrapPayload(payload: Uint8Array, maxBytes: number): Promise<Unwrapped> {
  let bytes = payload;
  for (let layer = 0; layer <= MAX_LAYERS; layer++) {
    if (bytes.length === 0) return { ok: false, why: 'empty' };
    if (bytes.length > maxBytes) return TOO_LARGE;
    if (isGzip(bytes)) {
      const unpacked = await gunzipWithin(bytes, maxBytes);
      if (!unpacked.ok) return unpacked.why === 'too_large' ? TOO_LARGE : NO_JSON;
      bytes = unpacked.bytes;
      continue;
    }
    // A decoder would put U+FFFD in place of bytes that are not UTF-8, and keep something never sent.
    if (!isUtf8(bytes)) return NO_JSON;
    const text = new TextDecoder().decode(bytes).trim();
    const inner = innerOf(text);
    if (inner === null) return holdsTooMuch(bytes) ? TOO_LARGE : parse(text);
    bytes = inner;
  }
  return NO_JSON;
}

const NO_JSON = { ok: false, why: 'not_json' } as const;
const TOO_LARGE = { ok: false, why: 'too_large' } as const;

/** More than 20 MB of events hold, small ones or those of posthog-js. */
const MAX_VALUES = 1_000_000;
const [COMMA, BRACKET, BRACE] = Buffer.from(',[{');

/** Two bytes of JSON, "[]", become a hundred in memory: what is parsed is bounded by its values as well. */
function holdsTooMuch(bytes: Uint8Array): boolean {
  if (bytes.length <= MAX_VALUES) return false;
  let values = 0;
  for (const byte of bytes) if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  return values > MAX_VALUES;
}

/** What a form or base64 holds; null for text that is neither. */
function innerOf(text: string): Uint8Array | null {
  if (/^[[{]/.test(text)) return null;
  if (text.startsWith('data=') || text.slice(0, 200).includes('&data=')) {
    return Buffer.from(new URLSearchParams(text).get('data') ?? '');
  }
  // A form or an address turns "+" into a blank. Both alphabets of RFC 4648 occur.
  const base64 = text.replaceAll(' ', '+');
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}

function parse(text: string): Unwrapped {
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch {
    return NO_JSON;
  }
}
