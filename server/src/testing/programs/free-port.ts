import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Lets a server listen on this machine, on any free port. Returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and, of one that speaks HTTP, its connections. */
export const closeServer = (server: Server | HttpServer) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

/** Returns a port that nothing listens on, for a program that cannot choose one itself. */
export async function freePort() {
  const server = createServer();
  const port = await listenLocally(server);
  await closeServer(server);
  return port;
}
