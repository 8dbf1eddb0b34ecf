import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context } from 'hono';

/** Alternating names and values: the form of headers that Node writes without changes. */
export type RawHeaders = readonly string[];

export const REQUEST_ID_HEADER = 'X-Request-Id';

/**
 * Returns the exchange of a request.
 *
 * @throws Error for a request that did not come through `serve`
 */
export function exchangeOf(c: Context): Omit<NodeExchange, 'incoming' | 'outgoing'> {
  if (c.env instanceof NodeExchange) return c.env;
  throw new Error(
    'a request without an exchange; expected one that came through edge/node/serve.ts',
  );
}

/**
 * A request and its answer in Node's form, for what Hono cannot do or does too slowly (docs/decisions/010-intake.md).
 * `serve` creates one for each request, in production, in development and in tests. Code outside this folder uses
 * Node's requests, answers and sockets only through it.
 */
export class NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  /** The same object for all requests of one connection. */
  get connection(): { readonly remoteAddress?: string | undefined } {
    return this.incoming.socket;
  }

  /**
   * Returns a header of the request. Every request is asked for several, and Hono's way takes longer: it checks the name.
   *
   * @param name in lower case
   */
  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Reads the body, see {@link readBody}. */
  readBody(maxBytes: number, memory: BodyMemoryUse): Promise<SentBody> {
    return readBody(this.incoming, maxBytes, memory);
  }

  /** Adds these headers to any answer. A header that the answer sets itself wins. */
  presetHeaders(headers: RawHeaders): void {
    for (let at = 0; at < headers.length; at += 2) {
      this.outgoing.setHeader(headers[at] as string, headers[at + 1] as string);
    }
  }

  /** Removes preset headers that say nothing about this answer. */
  dropHeaders(names: readonly string[]): void {
    for (const name of names) this.outgoing.removeHeader(name);
  }

  /**
   * Lets the connection be silent for this many milliseconds, for an answer that takes long. Returns a function that
   * restores the connection's usual limit (./connections.ts). Call it when the answer is ready.
   */
  allowSilence(ms: number): () => void {
    const { socket } = this.incoming;
    const usual = socket.timeout;
    socket.setTimeout(ms);
    return () => {
      if (usual !== undefined) socket.setTimeout(usual);
    };
  }

  /** Closes the connection in the middle of the answer, so that no client accepts the incomplete answer. */
  cut(): void {
    this.outgoing.destroy();
  }
}

export interface BodyMemoryUse {
  /** Counts bytes. Returns false, and calls the listener, when there is no room for them. */
  add(bytes: number): boolean;
  /** Sets the listener for when the room is taken away; null removes it. */
  onTaken(listener: (() => void) | null): void;
}

export type SentBody = { ok: true; bytes: Uint8Array } | { ok: false; why: 'too_large' | 'busy' };

const TOO_LARGE: SentBody = { ok: false, why: 'too_large' };
const BUSY: SentBody = { ok: false, why: 'busy' };
const NOTHING: SentBody = { ok: true, bytes: new Uint8Array() };

/**
 * Reads the body as it was sent, and never more than `maxBytes` of it. A body that
 * its sender cut short counts as empty. So does the body of GET and HEAD, where it has no meaning (RFC 9110, section
 * 9.3.1).
 *
 * @param memory counts what is in memory. Without room, the result is `busy`
 */
function readBody(
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
      if (settled) return;
      const [only = new Uint8Array()] = pieces;
      // Empties the list, so that each piece is free once it is copied.
      settle({ ok: true, bytes: pieces.length > 1 ? Buffer.concat(pieces.splice(0)) : only });
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

/** Returns the exchange of a request that comes over no connection, but from this process itself. */
export function createLocalExchange(method: string, body: string): NodeExchange {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = method;
  incoming.complete = true;
  incoming.push(body);
  incoming.push(null);
  return new NodeExchange(incoming, new ServerResponse(incoming));
}
