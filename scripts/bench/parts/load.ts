// The load, in a separate process: each connection sends its next request when the previous one is answered. It uses
// raw sockets, because an HTTP client costs Node as much as a server does, and the server is what must be busy.
import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequest, VISITORS } from './event-request.ts';

export interface LoadOptions {
  port: number;
  /** Ports of further processes of the same site; connections use them in turn. */
  otherPorts?: readonly number[];
  connections: number;
  /** Events in each request. */
  events: number;
  warmUpSeconds: number;
  seconds: number;
  /** Number of the first event id, above those sent before: no id is sent twice. */
  firstId: number;
}

/** What was measured after the warm-up, which ends when the first line is printed. */
export interface LoadResult {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** The load's own share of its core. */
  cpu: number;
  bodyBytes: number;
  nextId: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const { connections, events, warmUpSeconds, seconds } = options;
const ports = [options.port, ...(options.otherPorts ?? [])];
const latencies = createHistogram();
let measuring = false;
let stopped = false;
let requests = 0;
let nextId = options.firstId;

for (let index = 0; index < connections; index++) keepAsking(index);
await sleep(warmUpSeconds * 1000);
const cpuBefore = process.cpuUsage();
const since = performance.now();
measuring = true;
console.log('measuring');
await sleep(seconds * 1000);
measuring = false;
const elapsed = (performance.now() - since) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
stopped = true;
const result: LoadResult = {
  requests,
  seconds: elapsed,
  p50Ms: latencies.percentile(50) / 1000,
  p99Ms: latencies.percentile(99) / 1000,
  cpu: (user + system) / 1e6 / elapsed,
  bodyBytes: createRequest({ port: options.port, events, now: 0 }).bodyBytes,
  nextId,
};
console.log(JSON.stringify(result));
process.exit(0);

function keepAsking(index: number) {
  const port = ports[index % ports.length] ?? options.port;
  const request = createRequest({ port, events, now: Date.now() });
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let visitor = index;
  let sentAt = 0;
  let pending = Buffer.alloc(0);

  const ask = () => {
    if (stopped) return;
    visitor = (visitor + connections) % VISITORS;
    sentAt = performance.now();
    socket.write(request.next(visitor, nextId));
    nextId += events;
  };
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const status = readAnswer(pending);
    if (status === null) return;
    if (status !== '200') fail(`a request was answered ${pending.toString('latin1')}`);
    pending = Buffer.alloc(0);
    if (measuring) {
      latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)));
      requests += 1;
    }
    ask();
  });
  socket.on('close', () => fail('a connection was closed'));
}

/** Returns the status of an answer once it is complete, else null. */
function readAnswer(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text) ?? [];
  if (length === undefined) fail('an answer without Content-Length');
  return bytes.length >= headEnd + 4 + Number(length) ? text.slice(9, 12) : null;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
