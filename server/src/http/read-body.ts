import type { Context } from 'hono';
import { gunzipWithin, isGzip } from './gunzip.ts';
import { type Hold, SMALL_BODY_BYTES } from './large-bodies.ts';

export type Body = { ok: true; json: unknown } | { ok: false; why: 'too_large' | 'not_json' };

/** @param type a Content-Type, with or without parameters */
export const isJson = (type: string): boolean => /^\s*application\/json\s*(;|$)/i.test(type);

/** Reads a JSON body, whatever its type is said to be, and never more than `maxBytes` of it, nor of what it unpacks to. */
export async function readJson(c: Context, maxBytes: number): Promise<Body> {
  const body = await readBytes(c, maxBytes);
  if (!body.ok) return { ok: false, why: 'too_large' };
  if (!isGzip(body.bytes)) return parseJson(body.bytes);
  const unpacked = await gunzipWithin(body.bytes, maxBytes);
  if (unpacked.ok) return parseJson(unpacked.bytes);
  return { ok: false, why: unpacked.why === 'too_large' ? 'too_large' : 'not_json' };
}

// Fatal: else U+FFFD would stand in place of bytes that are not UTF-8, and something never sent would be kept.
const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): Body {
  try {
    return { ok: true, json: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { ok: false, why: 'not_json' };
  }
}

export type RawBody = { ok: true; bytes: Uint8Array } | { ok: false; why: 'too_large' | 'busy' };

/**
 * The body as it was sent, never more than `maxBytes` of it; one cut short by its sender is an empty one.
 *
 * @param hold counts what is in memory; where it refuses, the body is `busy`
 */
export async function readBytes(c: Context, maxBytes: number, hold?: Hold): Promise<RawBody> {
  const declared = c.req.header('content-length');
  const isChunked = declared === undefined || c.req.header('transfer-encoding') !== undefined;
  try {
    if (isChunked || (hold && Number(declared) > SMALL_BODY_BYTES)) {
      if (Number(declared) > maxBytes) return { ok: false, why: 'too_large' };
      return await readChunks(c.req.raw.body, maxBytes, hold);
    }
    // Node itself never reads more than Content-Length says.
    if (!(Number(declared) <= maxBytes)) return { ok: false, why: 'too_large' };
    const bytes = new Uint8Array(await c.req.raw.arrayBuffer());
    return bytes.length <= maxBytes ? { ok: true, bytes } : { ok: false, why: 'too_large' };
  } catch {
    return { ok: true, bytes: new Uint8Array() }; // the sender is gone
  }
}

async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  hold?: Hold,
): Promise<RawBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    size += chunk.value.length;
    const isHeld = hold?.add(chunk.value.length) ?? true;
    if (size > maxBytes || !isHeld) {
      await reader?.cancel();
      return { ok: false, why: size > maxBytes ? 'too_large' : 'busy' };
    }
    chunks.push(chunk.value);
  }
  return { ok: true, bytes: Buffer.concat(chunks, size) };
}
