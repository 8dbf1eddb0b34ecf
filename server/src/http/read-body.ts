import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Hold } from './body-memory.ts';
import { nodeRequest, requestHeader } from './request-header.ts';

export type RawBody = { ok: true; bytes: Uint8Array } | { ok: false; why: 'too_large' | 'busy' };

const TOO_LARGE: RawBody = { ok: false, why: 'too_large' };
const BUSY: RawBody = { ok: false, why: 'busy' };
const NOTHING: RawBody = { ok: true, bytes: new Uint8Array() };

/**
 * The body as it was sent, never more than `maxBytes` of it; one cut short by its sender is an empty one, and so is
 * that of GET and HEAD, where it means nothing (RFC 9110, section 9.3.1).
 *
 * @param hold counts what is in memory; where it has no room, the body is `busy`
 */
export function readBytes(c: Context, maxBytes: number, hold: Hold): Promise<RawBody> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return Promise.resolve(NOTHING);
  if (Number(requestHeader(c, 'content-length')) > maxBytes) return Promise.resolve(TOO_LARGE);
  const incoming = nodeRequest(c);
  return incoming ? readNode(incoming, maxBytes, hold) : readWeb(c.req.raw, maxBytes, hold);
}

/** Of Node's own request: through its Web `Request` a small body takes another 3 µs. */
function readNode(incoming: IncomingMessage, maxBytes: number, hold: Hold): Promise<RawBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let settled = false;
    const settle = (body: RawBody) => {
      settled = true;
      chunks.length = 0; // the request lives until it is answered, and its listeners with it
      hold.onTaken(null);
      resolve(body);
    };
    const refuse = (body: RawBody) => {
      incoming.off('data', take).pause(); // what else comes is read and forgotten after the answer
      settle(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(TOO_LARGE);
      if (hold.add(chunk.length)) chunks.push(chunk); // else the listener below has refused it
    };
    const finish = () => {
      if (!settled) settle({ ok: true, bytes: join(chunks, size) });
    };
    const lose = () => {
      if (settled) return;
      if (!incoming.complete) return settle(NOTHING);
      // All of it had come before its sender went away, as a page's last words do.
      const rest: Buffer | null = incoming.read();
      if (rest) take(rest);
      finish();
    };
    hold.onTaken(() => refuse(BUSY));
    if (incoming.destroyed) return lose();
    incoming.on('data', take);
    incoming.on('end', finish);
    incoming.on('error', lose);
    incoming.on('close', lose);
  });
}

/** Of a request without a connection, as a test makes it. */
async function readWeb(request: Request, maxBytes: number, hold: Hold): Promise<RawBody> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) return TOO_LARGE;
  return hold.add(bytes.length) ? { ok: true, bytes } : BUSY;
}

const join = (chunks: readonly Uint8Array[], size: number) =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
