import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServers, type NewSocket } from './servers.ts';

test('a name with several addresses leads to the next one once the first was refused', async () => {
  const server = createServer((socket) => socket.end());
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const servers = createServers(`postgres://a@db.example:${port}/site`, (_, __, done) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ]),
  );
  const reached = async () => {
    const socket = new Socket();
    servers.direct(socket as NewSocket);
    socket.connect(port, 'db.example');
    await once(socket, 'connect');
    return socket.remoteAddress;
  };
  expect(await reached()).toBe('127.0.0.1');
  expect(servers.count()).toBe(2);
  servers.next(0);
  servers.next(0); // another connection found out at the same time
  expect(await reached()).toBe('127.0.0.2');
});

test('a URL may name several hosts, and the list begins again after the last one', () => {
  const servers = createServers('postgres://user:pass@a:5432,b:5433/site?sslmode=require');
  const urls = ['a:5432', 'b:5433', 'a:5432'].map((host) => {
    const connectionString = servers.current();
    servers.next(servers.position());
    return [connectionString, `postgres://user:pass@${host}/site?sslmode=require`];
  });
  for (const [found, expected] of urls) expect(found).toBe(expected);
});
