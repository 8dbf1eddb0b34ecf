// PostHog's capture interface: reads and accepts every request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const server = createServer(async (request, response) => {
  await buffer(request);
  response.setHeader('Content-Type', 'application/json').end('{"status":"Ok"}');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
