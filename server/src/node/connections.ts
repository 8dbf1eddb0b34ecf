import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAddressHash } from './network.ts';

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

type RequestAndResponse = Parameters<RequestListener>;

/** Chunks of a body that may be of any size; beyond them, a sender's chunks must have this size on average. */
const SMALL_CHUNKS = 1_000;
const MIN_AVERAGE_CHUNK = 64;

/**
 * Returns what hands the requests of a connection to a listener one after the other, and closes a connection on which too
 * many wait. A client may send thousands in one packet: each would otherwise be answered at once, before anybody else's,
 * and each answer that is not read would stay in memory. While one waits, nothing more is read: Node would parse 2 MB of
 * a connection before it looks at another.
 *
 * A connection is also closed when its body comes in tiny chunks. A chunk of one byte takes 6 on the way, a microsecond,
 * and hundreds in memory.
 */
export function limitAnswers({
  maxWaitingAnswers,
}: Pick<ConnectionLimits, 'maxWaitingAnswers'>): (listener: RequestListener) => RequestListener {
  /** Of each connection with a request under way, those that wait behind it. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const givenUp = new WeakSet<Socket>();
  let closed = Promise.resolve();

  function begin(
    socket: Socket,
    [request, response]: RequestAndResponse,
    listener: RequestListener,
  ) {
    response.once('close', () => {
      const isOver = socket.destroyed || givenUp.has(socket);
      const behind = isOver ? undefined : waiting.get(socket);
      const next = behind?.shift();
      if (behind?.length === 0) socket.resume();
      if (next) next();
      else waiting.delete(socket);
    });
    listener(request, response);
  }

  function giveUp(socket: Socket) {
    if (givenUp.has(socket)) return;
    givenUp.add(socket);
    stopParsing(socket);
    // One in each turn of the event loop: it takes milliseconds, since Node makes an error with a stack for each request
    // that waits.
    closed = closed.then(() => nextTurn()).then(() => void socket.destroy());
  }

  return (listener) => (request, response) => {
    const { socket } = request;
    if (socket.destroyed || givenUp.has(socket)) return;
    if (request.headers['transfer-encoding'] !== undefined) {
      limitChunks([request, response], () => giveUp(socket));
    }
    const behind = waiting.get(socket);
    if (!behind) {
      waiting.set(socket, []);
      begin(socket, [request, response], listener);
    } else if (behind.length < maxWaitingAnswers - 1) {
      behind.push(() => begin(socket, [request, response], listener));
      // After the packet, since Node resumes a connection at the end of each request in it.
      if (behind.length === 1) process.nextTick(() => behind.length > 0 && socket.pause());
    } else {
      giveUp(socket);
    }
  };
}

/** Watches over a body whose length nobody knows. One that is still coming when it is answered is parsed no further. */
function limitChunks([request, response]: RequestAndResponse, giveUp: () => void) {
  let [chunks, bytes] = [0, 0];
  const push = request.push.bind(request);
  request.push = (chunk: Uint8Array | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks > SMALL_CHUNKS && bytes < MIN_AVERAGE_CHUNK * chunks) giveUp();
    return push(chunk, encoding);
  };
  if (request.method === 'GET' || request.method === 'HEAD') {
    // Nobody reads it, and Node would parse it without a word to the request.
    request.resume();
  } else {
    response.once('finish', () => {
      if (!request.complete) stopParsing(request.socket);
    });
  }
}

/**
 * Node parses the rest of a packet even for a connection that is closed, and its parser has no public name. One that is
 * paused reports an error with the code HPE_PAUSED.
 */
function stopParsing(socket: Socket) {
  socket.pause();
  (socket as { parser?: { pause?(): void } | null }).parser?.pause?.();
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
