import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { contextSchema, eventSchema } from '#shared/events';
import { HOUR_MS } from '#shared/limits';
import { uuidPattern } from '#shared/uuid';
import { listen } from '../edge/node/testing/serve-for-test.ts';
import { JANE } from '../store/testing/store-contract-data.ts';
import { type FuzzRequest, fuzzRequests } from '../testing/hostile/fuzz-requests.ts';
import { createMutator, type Mutator } from '../testing/hostile/mutator.ts';
import { connectTo } from '../testing/programs/raw-client.ts';
import { rounds } from '../testing/rounds.ts';
import { openIngestSite } from '../testing/sites/ingest-site.ts';
import { NOON } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const REQUESTS = rounds(4_000, 30_000);
const AT_ONCE = 100;
const WARM_UP = REQUESTS / 2;
/** Keeping two hundred bytes of each request would take 4 MB. Measured: 0.1 MB, plus buffers that are not yet freed. */
const MAX_GROWTH_BYTES = 4 * 2 ** 20;
const SEED = 20_260_314;
const MESSAGES = rounds(1_000, 4_000);
const TOGETHER = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const timesOf = (status: number, all: readonly number[]) =>
  all.filter((one) => one === status).length;

function heapBytes() {
  collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

test(`${REQUESTS} mutated bodies of events, consents and signups: no answer of 500 or more, no row that breaks a schema, memory bounded`, async () => {
  const { app, database, allLines } = await openIngestSite();
  const requests = fuzzRequests(SEED, JANE);
  const statuses: number[] = [];
  let heapAtFirst = 0;
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => requests.next().value);
    const answers = await Promise.all(batch.map(({ url, ...message }) => app.send(url, message)));
    statuses.push(...answers.map(({ status }) => status));
    const failed = answers.findIndex(({ status }) => status >= 500);
    expect(failed === -1 ? null : batch[failed]).toBeNull();
    const said = [...answers.map(({ text }) => text), ...allLines];
    expect(said.filter((text) => text.includes('secret'))).toEqual([]);
    allLines.length = 0;
    if (sent === WARM_UP) heapAtFirst = heapBytes();
  }
  // What waits for a finalizer or a closed handle is freed a moment later.
  await vi.waitFor(() => expect(heapBytes() - heapAtFirst).toBeLessThan(MAX_GROWTH_BYTES), 10_000);
  // Neither all refused nor all accepted: the mutations get past the parsers.
  expect(statuses).toEqual(expect.arrayContaining([201, 409]));
  for (const status of [200, 400]) expect(timesOf(status, statuses)).toBeGreaterThan(REQUESTS / 20);
  expect(await checkRows(database)).toBeGreaterThan(REQUESTS / 20);
}, 300_000);

const storedContextSchema = contextSchema.partial();
const CONTEXT = { path: 'path', referrer_host: 'referrerHost', viewport: 'viewport' };
const UTM = ['source', 'medium', 'campaign', 'term', 'content'];

/** Counts the rows, and checks each against a wire schema. */
async function checkRows(database: string): Promise<number> {
  const rows = await rowsOf(database, 'events');
  expect(rows.filter((row) => !isAsAllowed(row))).toEqual([]);
  return rows.length;
}

function isAsAllowed(row: Record<string, unknown>): boolean {
  const { id, name, session_id, occurred_at, path } = row;
  const occurredAt = Number(occurred_at);
  const timestamp = new Date(occurredAt).toISOString();
  const event = { id, name, timestamp, properties: JSON.parse(String(row['properties'])) };
  const parsed = eventSchema.safeParse(event);
  const present = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== null));
  const context = present(Object.entries(CONTEXT).map(([column, key]) => [key, row[column]]));
  const utm = present(UTM.map((key) => [key, row[`utm_${key}`]]));
  return (
    parsed.success &&
    parsed.data.id === id &&
    storedContextSchema.safeParse({ ...context, utm }).success &&
    (session_id === null || uuidPattern.test(String(session_id))) &&
    row['consent_id'] === JANE &&
    row['received_at'] === NOON &&
    occurredAt >= 0 &&
    occurredAt <= NOON + 23 * HOUR_MS &&
    !/[?#]/.test(String(path)) &&
    !/jane(@|%40|＠)secret/i.test(JSON.stringify(row))
  );
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

test(`over a socket, ${MESSAGES} requests with wrong lengths, chunks and bytes crash no server and get no 5xx`, async () => {
  const { app } = await openIngestSite();
  const { url } = await listen(app.fetch);
  const send = async (message: Uint8Array) => {
    const client = connectTo(url);
    client.socket.end(message);
    await once(client.socket, 'close');
    return client.received;
  };
  const mutator = createMutator(SEED);
  const requests = fuzzRequests(SEED, JANE);
  const statuses: number[] = [];
  let previous: Uint8Array = Buffer.from('GET / HTTP/1.1\r\n\r\n');
  for (let sent = 0; sent < MESSAGES; sent += TOGETHER) {
    const messages = Array.from({ length: TOGETHER }, () => {
      const message = asMessage(requests.next().value, mutator);
      const wire = mutator.oneIn(2) ? mutator.mutateBytes(message, previous) : message;
      previous = message;
      return wire;
    });
    const answers = await Promise.all(messages.map(send));
    statuses.push(...answers.flatMap(statusesIn));
    const failed = answers.findIndex((answer) => statusesIn(answer).some((one) => one >= 500));
    expect(failed === -1 ? null : messages[failed]?.toString()).toBeNull();
  }
  for (const status of [200, 400]) expect(timesOf(status, statuses)).toBeGreaterThan(MESSAGES / 8);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}, 120_000);
