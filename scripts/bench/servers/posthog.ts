// PostHog's capture interface: unpacks, counts and accepts every request. /taken returns the
// counts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Taken } from '../posthog.ts';

const taken: Taken = { events: 0 };

const server = createServer(async (request, response) => {
  if (request.url === '/taken') {
    response.end(JSON.stringify(taken));
    return;
  }
  const json = gunzipSync(await buffer(request)).toString();
  taken.events += (JSON.parse(json) as { batch: unknown[] }).batch.length;
  response.setHeader('Content-Type', 'application/json').end('{"status":"Ok"}');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
