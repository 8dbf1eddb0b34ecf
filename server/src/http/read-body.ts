import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { gunzipWithin, isGzip } from './gunzip.ts';

export type Body = { ok: true; json: unknown } | { ok: false; why: 'too_large' | 'not_json' };

/** @param type a Content-Type, with or without parameters */
export const isJson = (type: string): boolean => /^\s*application\/json\s*(;|$)/i.test(type);

/** Reads a JSON body, whatever its type is said to be, and never more than `maxBytes` of it, nor of what it unpacks to. */
export async function readJson(c: Context, maxBytes: number): Promise<Body> {
  const bytes = await readBytes(c, maxBytes);
  if (!bytes) return { ok: false, why: 'too_large' };
  if (!isGzip(bytes)) return parseJson(bytes);
  const unpacked = await gunzipWithin(bytes, maxBytes);
  if (unpacked.ok) return parseJson(unpacked.bytes);
  return { ok: false, why: unpacked.why === 'too_large' ? 'too_large' : 'not_json' };
}

function parseJson(bytes: Uint8Array): Body {
  // A decoder would put U+FFFD in place of bytes that are not UTF-8, and keep something never sent.
  if (!isUtf8(bytes)) return { ok: false, why: 'not_json' };
  try {
    return { ok: true, json: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { ok: false, why: 'not_json' };
  }
}

/** The body as it was sent. Null when there are more than `maxBytes`; a body cut short by its sender is an empty one. */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array | null> {
  const declared = c.req.header('content-length');
  try {
    if (declared === undefined || c.req.header('transfer-encoding') !== undefined) {
      return await readChunks(c.req.raw.body, maxBytes);
    }
    // Node itself never reads more than Content-Length says.
    if (!(Number(declared) <= maxBytes)) return null;
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return bytes.length <= maxBytes ? bytes : null;
  } catch {
    return new Uint8Array(); // the sender is gone
  }
}

async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    size += chunk.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return null;
    }
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks, size);
}
