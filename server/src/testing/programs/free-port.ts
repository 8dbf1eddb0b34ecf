import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a port that nothing listens on, for a program that cannot choose one itself. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
