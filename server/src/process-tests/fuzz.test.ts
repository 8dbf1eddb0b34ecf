import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { contextSchema, eventSchema } from '#shared/events';
import { HOUR_MS } from '#shared/limits';
import { looksLikeEmail } from '#shared/text';
import { uuidPattern } from '#shared/uuid';
import { grantConsent, JANE } from '../store/testing/store-contract-data.ts';
import { fuzzRequests } from '../testing/hostile/fuzz-requests.ts';
import { rounds } from '../testing/rounds.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const REQUESTS = rounds(4_000, 30_000);
const AT_ONCE = 100;
const WARM_UP = REQUESTS / 2;
/** Keeping two hundred bytes of each request would take 4 MB. Measured: 0.1 MB, plus buffers that are not yet freed. */
const MAX_GROWTH_BYTES = 4 * 2 ** 20;
const SEED = 20_260_314;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes() {
  collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

test(`${REQUESTS} mutated bodies of events, consents and signups: no answer of 500 or more, no row that breaks a schema, memory bounded`, async () => {
  const { app, store, database, allLines } = await createTestApp();
  await grantConsent(store);
  const requests = fuzzRequests(SEED, JANE);
  const statuses = new Map<number, number>();
  let heapAtFirst = 0;
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => requests.next().value);
    const answers = await Promise.all(batch.map(({ url, ...message }) => app.send(url, message)));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
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
  for (const status of [201, 409]) expect(statuses.get(status)).toBeGreaterThan(0);
  for (const status of [200, 400]) expect(statuses.get(status)).toBeGreaterThan(REQUESTS / 20);
  expect(await checkRows(database)).toBeGreaterThan(REQUESTS / 20);
}, 300_000);

const storedContextSchema = contextSchema.partial();

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
  return (
    parsed.success &&
    parsed.data.id === id &&
    storedContextSchema.safeParse(contextOf(row)).success &&
    (session_id === null || uuidPattern.test(String(session_id))) &&
    row['consent_id'] === JANE &&
    row['received_at'] === NOON &&
    occurredAt >= 0 &&
    occurredAt <= NOON + 23 * HOUR_MS &&
    !/[?#]/.test(String(path)) &&
    !Object.values(row).some((value) => looksLikeEmail(String(value)))
  );
}

function contextOf(row: Record<string, unknown>) {
  const present = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== null));
  const utm = ['source', 'medium', 'campaign', 'term', 'content'].map((name): [string, unknown] => [
    name,
    row[`utm_${name}`],
  ]);
  return present([
    ['path', row['path']],
    ['referrerHost', row['referrer_host']],
    ['utm', present(utm)],
    ['viewport', row['viewport']],
  ]);
}
