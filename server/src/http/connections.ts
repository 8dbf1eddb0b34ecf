import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { createAddressHash } from './client-address.ts';

export interface ConnectionLimits {
  /** Milliseconds that the head of a request may take, also of a connection that says nothing. */
  headersTimeout: number;
  /** Milliseconds that a whole request may take: 20 MB, the largest body, at 350 kB a second. */
  requestTimeout: number;
  /** Milliseconds between two requests: longer than the 60 s of nginx, so that it never asks on a closed connection. */
  keepAliveTimeout: number;
  /** Milliseconds without a byte in either direction, for whoever does not read the answer. */
  idleTimeout: number;
  /** How often the first two are looked after. */
  checkInterval: number;
  /** All together. */
  maxConnections: number;
  /** Of one client address; null where all come from the same proxy. */
  maxPerAddress: number | null;
  /** Requests of one connection whose answers its client has not read. */
  maxWaitingAnswers: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  idleTimeout: 60_000,
  checkInterval: 2_000,
  maxConnections: 10_000,
  maxPerAddress: 1_000,
  maxWaitingAnswers: 50,
};

/** For `createServer`: a client that sends its request byte by byte is given up. */
export const serverOptions = (limits: ConnectionLimits): ServerOptions => ({
  headersTimeout: limits.headersTimeout,
  requestTimeout: limits.requestTimeout,
  keepAliveTimeout: limits.keepAliveTimeout,
  connectionsCheckingInterval: limits.checkInterval,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false, // the application answers a request without one
});

/**
 * Closes a connection on which requests come and answers wait: a client may send thousands of requests in one packet,
 * and each answer that it does not read stays in memory.
 */
export function limitAnswers(
  listener: RequestListener,
  { maxWaitingAnswers }: Pick<ConnectionLimits, 'maxWaitingAnswers'>,
): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return; // of the packet that it was closed for, the rest is parsed all the same
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > maxWaitingAnswers) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return listener(request, response);
  };
}

/**
 * Whoever opens more than `maxPerAddress` connections makes room by an own one: the oldest that was never answered,
 * else the oldest. So nobody is locked out by those that hang, and nobody can take the places of all others.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.timeout = limits.idleTimeout;
  server.maxConnections = limits.maxConnections;
  const { maxPerAddress } = limits;
  if (maxPerAddress === null) return;
  const byNetwork = new Map<string, Set<Socket>>();
  const hash = createAddressHash(crypto.getRandomValues(new Uint8Array(32)));
  server.on('connection', (socket) => {
    const network = hash(socket.remoteAddress ?? '');
    const sockets = byNetwork.get(network) ?? new Set<Socket>();
    byNetwork.set(network, sockets);
    if (sockets.size >= maxPerAddress) oldestOf(sockets)?.destroy();
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) byNetwork.delete(network);
    });
  });
}

/** Sets keep the order of insertion. */
function oldestOf(sockets: ReadonlySet<Socket>): Socket | undefined {
  const [oldest] = sockets;
  for (const socket of sockets) if (socket.bytesWritten === 0) return socket;
  return oldest;
}
