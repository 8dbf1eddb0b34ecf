import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { gunzipWithin, isGzip } from './gunzip.ts';
import type { Hold } from './large-bodies.ts';
import { nodeRequest, requestHeader } from './request-header.ts';

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

const TOO_LARGE: RawBody = { ok: false, why: 'too_large' };
const BUSY: RawBody = { ok: false, why: 'busy' };
const NOTHING: RawBody = { ok: true, bytes: new Uint8Array() };

/**
 * The body as it was sent, never more than `maxBytes` of it; one cut short by its sender is an empty one, and so is
 * that of GET and HEAD, where it means nothing (RFC 9110, section 9.3.1).
 *
 * @param hold counts what is in memory; where it refuses, the body is `busy`
 */
export function readBytes(c: Context, maxBytes: number, hold?: Hold): Promise<RawBody> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return Promise.resolve(NOTHING);
  if (Number(requestHeader(c, 'content-length')) > maxBytes) return Promise.resolve(TOO_LARGE);
  const incoming = nodeRequest(c);
  return incoming ? readNode(incoming, maxBytes, hold) : readWeb(c.req.raw, maxBytes, hold);
}

/** Of Node's own request: through its Web `Request` a small body takes another 3 µs. */
function readNode(incoming: IncomingMessage, maxBytes: number, hold?: Hold): Promise<RawBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let settled = false;
    const settle = (body: RawBody) => {
      settled = true;
      chunks.length = 0; // the request lives until it is answered, and its listeners with it
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      const isHeld = hold?.add(chunk.length) ?? true;
      if (size <= maxBytes && isHeld) {
        chunks.push(chunk);
        return;
      }
      incoming.off('data', take).pause(); // what else comes is read and forgotten after the answer
      settle(size > maxBytes ? TOO_LARGE : BUSY);
    };
    const finish = () => settle({ ok: true, bytes: join(chunks, size) });
    const lose = () => {
      if (settled) return;
      if (!incoming.complete) return settle(NOTHING);
      // All of it had come before its sender went away, as a page's last words do.
      const rest: Buffer | null = incoming.read();
      if (rest) take(rest);
      if (!settled) finish();
    };
    if (incoming.destroyed) return lose();
    incoming.on('data', take);
    incoming.on('end', finish);
    incoming.on('error', lose);
    incoming.on('close', lose);
  });
}

/** Of a request without a connection, as a test makes it. */
async function readWeb(request: Request, maxBytes: number, hold?: Hold): Promise<RawBody> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const isHeld = hold?.add(bytes.length) ?? true;
  if (bytes.length > maxBytes) return TOO_LARGE;
  return isHeld ? { ok: true, bytes } : BUSY;
}

const join = (chunks: readonly Uint8Array[], size: number) =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
