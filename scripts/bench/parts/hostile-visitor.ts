// One ordinary visitor who keeps requesting a page and sending an event, and measures how long each answer takes.
// start-load.ts starts it with its options as JSON; it prints the result as JSON.
import { setTimeout as sleep } from 'node:timers/promises';
import { envelope } from '../visits/bodies.ts';
import { openConnection } from '../visits/connection.ts';
import { visitorId } from './event-request.ts';

export interface VisitorOptions {
  port: number;
  seconds: number;
}

export interface VisitorResult {
  requests: number;
  /** The longest answer time, in milliseconds. */
  worst: number;
  median: number;
  /** Requests whose answer was not 200. */
  wrong: number;
}

const PAUSE_MS = 5;
const { port, seconds } = JSON.parse(process.argv[2] ?? '') as VisitorOptions;
const headers = `Host: 127.0.0.1:${port}\r\nX-Forwarded-For: 198.51.100.7\r\n`;
const body = () => JSON.stringify(envelope(visitorId(0)));
const requests = [
  () => Buffer.from(`GET / HTTP/1.1\r\n${headers}\r\n`),
  () => {
    const json = body();
    const length = `Content-Length: ${json.length}\r\n`;
    return Buffer.from(`POST /api/events HTTP/1.1\r\n${headers}${length}\r\n${json}`);
  },
];

const waits: number[] = [];
let wrong = 0;
const connection = openConnection(port);
await connection.ask(requests[0]?.() ?? Buffer.of());
console.log('measuring');
const end = performance.now() + seconds * 1000;
while (performance.now() < end) {
  for (const request of requests) {
    const bytes = request();
    const since = performance.now();
    const { status } = await connection.ask(bytes);
    waits.push(performance.now() - since);
    if (status !== 200) wrong += 1;
    await sleep(PAUSE_MS);
  }
}
connection.close();
waits.sort((a, b) => a - b);
const result: VisitorResult = {
  requests: waits.length,
  worst: waits.at(-1) ?? 0,
  median: waits[Math.floor(waits.length / 2)] ?? 0,
  wrong,
};
console.log(JSON.stringify(result));
