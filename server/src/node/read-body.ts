import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Hold } from '../http/body/body-memory.ts';
import { nodeRequest, requestHeader } from './request-header.ts';

export type SentBody =
  | { ok: true; pieces: Uint8Array[] }
  | { ok: false; why: 'too_large' | 'busy' };

const TOO_LARGE: SentBody = { ok: false, why: 'too_large' };
const BUSY: SentBody = { ok: false, why: 'busy' };
const NOTHING: SentBody = { ok: true, pieces: [] };

/**
 * Reads the body as it was sent, in the pieces in which it came, and never more than `maxBytes` of it. A body that its
 * sender cut short counts as empty, and so does that of GET and HEAD, where it means nothing (RFC 9110, section 9.3.1).
 *
 * @param hold counts what is in memory; where it has no room, the body is `busy`
 */
export function readPieces(c: Context, maxBytes: number, hold: Hold): Promise<SentBody> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return Promise.resolve(NOTHING);
  if (Number(requestHeader(c, 'content-length')) > maxBytes) return Promise.resolve(TOO_LARGE);
  const incoming = nodeRequest(c);
  return incoming ? readNode(incoming, maxBytes, hold) : readWeb(c.req.raw, maxBytes, hold);
}

/** What a piece takes in memory beside its bytes. */
const PIECE_BYTES = 256;

/** Of Node's own request: through its Web `Request` a small body takes another 3 µs. */
function readNode(incoming: IncomingMessage, maxBytes: number, hold: Hold): Promise<SentBody> {
  return new Promise((resolve) => {
    let pieces: Uint8Array[] = [];
    let size = 0;
    let settled = false;
    const settle = (body: SentBody) => {
      settled = true;
      pieces = []; // the request lives until it is answered, and its listeners with it
      hold.onTaken(null);
      resolve(body);
    };
    const refuse = (body: SentBody) => {
      incoming.off('data', take).pause(); // what else comes is read and forgotten after the answer
      settle(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(TOO_LARGE);
      if (hold.add(chunk.length + PIECE_BYTES)) pieces.push(chunk); // else the listener below has refused it
    };
    const finish = () => {
      if (!settled) settle({ ok: true, pieces });
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
async function readWeb(request: Request, maxBytes: number, hold: Hold): Promise<SentBody> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) return TOO_LARGE;
  return hold.add(bytes.length) ? { ok: true, pieces: [bytes] } : BUSY;
}
