import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { StartError } from './start-error.ts';

export interface ServeOptions {
  fetch(request: Request): Response | Promise<Response>;
  host: string;
  /** 0 takes any free port. */
  port: number;
}

export interface Listening {
  /** With the real port. */
  url: string;
  /** Takes no new connections, lets requests under way finish, and ends what is left after 10 s. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 10_000;

/** @throws StartError when the address cannot be listened on. */
export async function serve({ fetch, host, port }: ServeOptions): Promise<Listening> {
  const server = createServer(getRequestListener(fetch));
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, host, port);
  }
  const { port: realPort } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${realPort}`, close: () => close(server) };
}

async function close(server: Server) {
  const closed = once(server, 'close');
  server.close();
  // A connection that answers its last request becomes idle only then.
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
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine; choose one that is, e.g. HOST=127.0.0.1`,
    ENOTFOUND: `HOST ${host} is not known; choose an address of this machine, e.g. HOST=127.0.0.1`,
  };
  const line = advice[String(code)];
  return line ? new StartError(line) : error;
}
