import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { StartError } from '../../lib/start-error.ts';
import { securityHeadersOf } from '../security-headers.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitAnswers,
  limitConnections,
  serverOptions,
} from './connections.ts';
import { NodeExchange } from './exchange.ts';
import { createRefusals, type RefusedRequest } from './refused-requests.ts';

export interface Address {
  host: string;
  /** 0 takes any free port. */
  port: number;
}

/** Answers requests, such as the `fetch` of a Hono application. */
export type Fetch = (request: Request, exchange: NodeExchange) => Response | Promise<Response>;

/** Half of the time for a stop. The store needs the other half when another process holds a lock. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface ServeOptions {
  limits?: Partial<ConnectionLimits>;
  /** Whether visitors come by https. */
  isHttps?: boolean;
}

/**
 * Listens before anything else: a start that fails because the port is in use must not have changed anything.
 *
 * @throws StartError when it cannot listen there
 */
export async function serve(address: Address, { limits = {}, isHttps = false }: ServeOptions = {}) {
  const refusals = createRefusals(securityHeadersOf(isHttps));
  let answer: (fetch: Fetch) => void = () => {};
  const begun = new Promise<Fetch>((resolve) => {
    answer = resolve;
  });
  const allLimits = { ...CONNECTION_LIMITS, ...limits };
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const fetch = await begun;
      return fetch(
        request,
        new NodeExchange(incoming as IncomingMessage, outgoing as ServerResponse),
      );
    },
    { errorHandler: (error) => refusals.toResponse(describeBadRequest(error)) },
  );
  const limit = limitAnswers(allLimits);
  const server = createServer(serverOptions(allLimits), limit(withHost(listener)));
  limitConnections(server, allLimits);
  refusals.install(server, limit);
  return {
    /** The site's address with the actual port. */
    url: await listenOn(server, address),
    server,
    /** Starts to answer. Requests that arrived earlier have waited. */
    answer,
    /** Accepts no new connections, lets running requests finish, and closes the rest after 5 s. */
    close: () => close(server),
  };
}

/** The length from which a host is refused: names end at 253 characters (RFC 1035). */
const LONG_HOST = /^(?:https?:\/\/)?[^/?#]{300}/i;

/**
 * HTTP/1.0 needs no `Host`, and the health checks of HAProxy and Nagios send none, or an empty one. Only HTTP/1.1 requires
 * it. One that is too long counts as missing: the adapter parses it for each request, and 15 KB of `ü.` take 22 ms.
 */
const withHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.httpVersion === '1.0') request.headers.host ||= 'localhost';
    if ([request.headers.host, request.url].some((text) => LONG_HOST.test(text ?? ''))) {
      request.headers.host = '';
      request.url = '/';
    }
    listener(request, response);
  };

/** For an invalid `Host` or target: without a URL there is no route that could report it. */
function describeBadRequest(error: unknown): RefusedRequest {
  if (!(error instanceof RequestError)) throw error; // the application handles its own errors
  const message = `${error.message}; expected a path of this site and the Host header of its address.`;
  return { status: 400, code: 'bad_request', message };
}

/**
 * Returns the address with the actual port.
 *
 * @throws StartError when it cannot listen there
 */
export async function listenOn(server: Server, { host, port }: Address): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, host, port);
  }
  const { port: realPort } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${realPort}`;
}

async function close(server: Server) {
  const closed = once(server, 'close');
  server.close();
  // A client that keeps sending requests would otherwise be served until the time is up.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  // A connection becomes idle only after its last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function cannotListen(error: unknown, host: string, port: number) {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const advice: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} of ${host} is taken by another process; stop that one or choose another port, e.g. PORT=${port + 1}`,
    EACCES: `PORT ${port} may not be used by this user; choose one from 1024 up, e.g. PORT=3000`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine; choose one that is, e.g. HOST=127.0.0.1`,
    ENOTFOUND: `HOST ${host} is not known; choose an address of this machine, e.g. HOST=127.0.0.1`,
  };
  const line = advice[String(code)];
  return line ? new StartError(line) : error;
}
