import type { IncomingMessage } from 'node:http';

/** Counts the memory that a body takes. */
export interface BodyMemoryUse {
  /** Counts bytes. Returns false, and calls the listener, when there is no room for them. */
  add(bytes: number): boolean;
  /** Sets the listener for when the room is taken away; null removes it. */
  onTaken(listener: (() => void) | null): void;
}

export type SentBody =
  | { ok: true; pieces: Uint8Array[] }
  | { ok: false; why: 'too_large' | 'busy' };

const TOO_LARGE: SentBody = { ok: false, why: 'too_large' };
const BUSY: SentBody = { ok: false, why: 'busy' };
const NOTHING: SentBody = { ok: true, pieces: [] };

/**
 * Reads the body as it was sent, in the pieces in which it arrived, and never more than `maxBytes` of it. A body that
 * its sender cut short counts as empty. So does the body of GET and HEAD, where it has no meaning (RFC 9110, section
 * 9.3.1).
 *
 * @param memory counts what is in memory. Without room, the result is `busy`
 */
export function readPieces(
  incoming: IncomingMessage,
  maxBytes: number,
  memory: BodyMemoryUse,
): Promise<SentBody> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return Promise.resolve(NOTHING);
  if (Number(incoming.headers['content-length']) > maxBytes) return Promise.resolve(TOO_LARGE);
  return new Promise((resolve) => {
    let pieces: Uint8Array[] = [];
    let size = 0;
    let settled = false;
    const settle = (body: SentBody) => {
      settled = true;
      pieces = []; // the request and its listeners live until the answer
      memory.onTaken(null);
      resolve(body);
    };
    const refuse = (body: SentBody) => {
      incoming.off('data', take).pause(); // the rest is read and discarded after the answer
      settle(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(TOO_LARGE);
      if (memory.add(chunk.length)) pieces.push(chunk); // else the listener below has refused it
    };
    const finish = () => {
      if (!settled) settle({ ok: true, pieces });
    };
    const lose = () => {
      if (settled) return;
      if (!incoming.complete) return settle(NOTHING);
      // The sender disconnected, but everything had arrived, as with a beacon sent while a page closes.
      const rest: Buffer | null = incoming.read();
      if (rest) take(rest);
      finish();
    };
    memory.onTaken(() => refuse(BUSY));
    if (incoming.destroyed) return lose();
    incoming.on('data', take);
    incoming.on('end', finish);
    incoming.on('error', lose);
    incoming.on('close', lose);
  });
}
