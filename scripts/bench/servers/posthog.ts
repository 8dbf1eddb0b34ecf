// PostHog's capture interface: unpacks, counts and accepts every request. /taken returns the
// counts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Taken } from '../posthog.ts';

const taken: Taken = {
  requests: 0,
  events: 0,
  firstBatch: 0,
  smallestBatch: Number.MAX_SAFE_INTEGER,
  largestBatch: 0,
  jsonBytes: 0,
  gzipBytes: 0,
  firstAt: 0,
  lastAt: 0,
};

const server = createServer(async (request, response) => {
  if (request.url === '/taken') {
    response.end(JSON.stringify(taken));
    return;
  }
  const gzip = await buffer(request);
  const json = gunzipSync(gzip);
  const { batch } = JSON.parse(json.toString()) as { batch: unknown[] };
  taken.lastAt = performance.now();
  if (taken.requests === 0) {
    taken.firstBatch = batch.length;
    taken.firstAt = taken.lastAt;
  }
  taken.requests += 1;
  taken.events += batch.length;
  taken.smallestBatch = Math.min(taken.smallestBatch, batch.length);
  taken.largestBatch = Math.max(taken.largestBatch, batch.length);
  taken.jsonBytes += json.length;
  taken.gzipBytes += gzip.length;
  response.setHeader('Content-Type', 'application/json').end('{"status":"Ok"}');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
