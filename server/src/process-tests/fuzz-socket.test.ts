import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../node/serve.ts';
import { grantConsent, JANE } from '../store/testing/store-contract-data.ts';
import { type FuzzRequest, fuzzRequests } from '../testing/hostile/fuzz-requests.ts';
import { createMutator, type Mutator } from '../testing/hostile/mutator.ts';
import { rounds } from '../testing/rounds.ts';
import { createTestApp } from '../testing/test-app.ts';

const SEED = 99;
const REQUESTS = rounds(1_000, 4_000);
const AT_ONCE = 20;

async function listen() {
  const site = await createTestApp();
  await grantConsent(site.store);
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  answer(site.app.fetch);
  onTestFinished(close);
  const send = async (message: Uint8Array) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {}); // the server may close the connection when it is not HTTP
    const answered = text(socket).catch(() => '');
    socket.end(message);
    await once(socket, 'close');
    return answered;
  };
  return { ...site, url, send };
}

const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** A request as bytes on a wire: its body whole or in chunks, its length right or wrong. */
function asMessage({ method, url, headers, body }: FuzzRequest, { oneIn, below }: Mutator): Buffer {
  const payload = Buffer.from(body ?? '');
  const inChunks = oneIn(3);
  const length = oneIn(4) ? below(2 * payload.length + 2) : payload.length;
  const head = [
    `${method} ${url} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    inChunks ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  const chunk = Buffer.concat([Buffer.from(`${payload.length.toString(16)}\r\n`), payload]);
  const rest = inChunks ? Buffer.concat([chunk, Buffer.from('\r\n0\r\n\r\n')]) : payload;
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), rest]);
}

test(`over a socket, ${REQUESTS} requests with wrong lengths, chunks and bytes crash no server and get no 5xx`, async () => {
  const { send, url } = await listen();
  const mutator = createMutator(SEED);
  const requests = fuzzRequests(SEED, JANE);
  const counts = new Map<number, number>();
  let previous: Uint8Array = Buffer.from('GET / HTTP/1.1\r\n\r\n');
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const messages = Array.from({ length: AT_ONCE }, () => {
      const message = asMessage(requests.next().value, mutator);
      const wire = mutator.oneIn(2) ? mutator.mutateBytes(message, previous) : message;
      previous = message;
      return wire;
    });
    const answers = await Promise.all(messages.map(send));
    for (const status of answers.flatMap(statusesIn))
      counts.set(status, (counts.get(status) ?? 0) + 1);
    const failed = answers.findIndex((answer) =>
      statusesIn(answer).some((status) => status >= 500),
    );
    expect(failed === -1 ? null : messages[failed]?.toString()).toBeNull();
  }
  for (const status of [200, 400]) expect(counts.get(status)).toBeGreaterThan(REQUESTS / 8);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}, 120_000);
