import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAddressHash } from './network.ts';

export const CONNECTION_LIMITS = {
  /** Milliseconds that the head of a request may take, including on a connection that sends nothing. */
  headersTimeout: 10_000,
  /** Milliseconds that a whole request may take: 6 MiB, the largest body, at 105 kB a second. */
  requestTimeout: 60_000,
  /** Milliseconds between two requests: longer than the 60 s of nginx, so that it never asks on a closed connection. */
  keepAliveTimeout: 65_000,
  /** Milliseconds without a byte in either direction, for clients that do not read the answer. */
  idleTimeout: 60_000,
  /** Milliseconds between two checks of the first two limits. */
  checkInterval: 2_000,
  maxConnections: 10_000,
  /** The most connections of one client address; null when all come from the same proxy. */
  maxPerAddress: 1_000 as number | null,
  /** The most requests of one connection whose answers the client has not read. */
  maxWaitingAnswers: 50,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Options for `createServer`: a client that sends its request byte by byte is disconnected. */
export const serverOptions = (limits: ConnectionLimits): ServerOptions => ({
  headersTimeout: limits.headersTimeout,
  requestTimeout: limits.requestTimeout,
  keepAliveTimeout: limits.keepAliveTimeout,
  connectionsCheckingInterval: limits.checkInterval,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false, // the application answers a request without one
});

type RequestAndResponse = Parameters<RequestListener>;

/** This number of chunks of a body may have any size. Beyond it, the chunks must have this average size in bytes. */
const SMALL_CHUNKS = 1_000;
const MIN_AVERAGE_CHUNK = 64;

/**
 * Returns a function that wraps a listener: it passes the requests of a connection on one at a time, and closes a
 * connection on which too many wait. A client may send thousands in one packet. Without this, they would all be
 * answered before anybody else's, and each unread answer would stay in memory. While a request waits, the connection is
 * not read: Node would parse 2 MB of one connection before it reads from another.
 *
 * A connection is also closed when its body comes in tiny chunks. A chunk of one byte takes 6 bytes on the wire, a
 * microsecond to parse, and hundreds of bytes in memory.
 */
export function limitAnswers({
  maxWaitingAnswers,
}: Pick<ConnectionLimits, 'maxWaitingAnswers'>): (listener: RequestListener) => RequestListener {
  /** For each connection with a running request, the requests that wait behind it. */
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
    // One in each event-loop iteration. Closing takes milliseconds, because Node creates an error with a stack for each
    // waiting request.
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
      // After the packet, because Node resumes a connection at the end of each request in it.
      if (behind.length === 1) process.nextTick(() => behind.length > 0 && socket.pause());
    } else {
      giveUp(socket);
    }
  };
}

/**
 * Limits the chunks of a body of unknown length. If the request is answered before the body ends, the rest is not
 * parsed.
 */
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
    // Nobody reads the rest, and Node would parse it without telling the request.
    request.resume();
  } else {
    response.once('finish', () => {
      if (!request.complete) stopParsing(request.socket);
    });
  }
}

/** The parser of Node's connections, which has no public name. */
interface Parser {
  pause(): void;
  onIncoming(): number;
}

/**
 * Node parses the rest of a packet even after its connection is closed. What is left of a packet makes no more requests:
 * a thousand of them took 30 ms, most of it for an error with a stack for each. A paused parser reports an error with the
 * code HPE_PAUSED.
 */
function stopParsing(socket: Socket) {
  socket.pause();
  const { parser } = socket as { parser?: Parser | null };
  if (!parser) return;
  parser.pause();
  parser.onIncoming = () => 0;
}

/**
 * A client with more than `maxPerAddress` connections loses one of them: the oldest that was never answered, or else
 * the oldest. So hanging connections lock nobody out, and no client can take everybody's places.
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

/** Returns the oldest connection that was never answered, or else the oldest. Sets keep the order of insertion. */
function oldestOf(sockets: ReadonlySet<Socket>): Socket | undefined {
  const [oldest] = sockets;
  for (const socket of sockets) if (socket.bytesWritten === 0) return socket;
  return oldest;
}
