import type { IncomingMessage } from 'node:http';

/** Counts what a body takes in memory. */
export interface BodyMemoryUse {
  /** Counts bytes. Returns false, and calls the listener, when there is no room for them. */
  add(bytes: number): boolean;
  /** Sets what is called when the room is taken away, or removes it with null. */
  onTaken(listener: (() => void) | null): void;
}

export type SentBody =
  | { ok: true; pieces: Uint8Array[] }
  | { ok: false; why: 'too_large' | 'busy' };

const TOO_LARGE: SentBody = { ok: false, why: 'too_large' };
const BUSY: SentBody = { ok: false, why: 'busy' };
const NOTHING: SentBody = { ok: true, pieces: [] };

/** What a piece takes in memory beside its bytes. */
const PIECE_BYTES = 256;

/**
 * Reads the body as it was sent, in the pieces in which it came, and never more than `maxBytes` of it. A body that its
 * sender cut short counts as empty. So does the body of GET and HEAD, where it means nothing (RFC 9110, section 9.3.1).
 *
 * @param memory counts what is in memory; where it has no room, the body is `busy`
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
      pieces = []; // the request lives until it is answered, and its listeners with it
      memory.onTaken(null);
      resolve(body);
    };
    const refuse = (body: SentBody) => {
      incoming.off('data', take).pause(); // what else comes is read and forgotten after the answer
      settle(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(TOO_LARGE);
      if (memory.add(chunk.length + PIECE_BYTES)) pieces.push(chunk); // else the listener below has refused it
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
    memory.onTaken(() => refuse(BUSY));
    if (incoming.destroyed) return lose();
    incoming.on('data', take);
    incoming.on('end', finish);
    incoming.on('error', lose);
    incoming.on('close', lose);
  });
}
