import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { createIds, createTestApp, NOON } from '../testing/test-app.ts';

const JANE = '0195a000-0000-7000-8000-00000000000a';
const MAX_WAITING_ROWS = 60;
const BATCH = 3;

/** The application with Jane's grant on record, a short queue, and a second connection to its database. */
async function openSite() {
  const site = await createTestApp((file) =>
    openSqliteStore(file, { maxWaitingRows: MAX_WAITING_ROWS }),
  );
  const newId = createIds();
  await site.store.recordDecision({
    id: newId(),
    consentId: JANE,
    revision: 1,
    analytics: true,
    source: 'banner',
    language: 'en',
    textHash: 'a'.repeat(64),
    gpc: false,
    decidedAt: NOON,
    recordedAt: NOON,
  });
  const other = new Sqlite(site.file);
  onTestFinished(() => {
    other.close();
  });
  const batch = () => Array.from({ length: BATCH }, newId);
  const send = (ids: readonly string[]) => {
    const timestamp = new Date(NOON).toISOString();
    const events = ids.map((id) => ({
      id,
      name: 'scroll',
      timestamp,
      properties: { percent_scrolled: 25 },
    }));
    const envelope = { consentId: JANE, sessionId: JANE, sentAt: timestamp, events };
    return site.app.request('/api/events', { method: 'POST', body: JSON.stringify(envelope) });
  };
  const kept = () =>
    other.prepare<[], string>('SELECT id FROM events ORDER BY id').pluck().all().sort();
  return { ...site, other, batch, send, kept };
}

test('while the disk does not answer, so many wait, the others are told 503 at once, and nobody is kept half', async () => {
  const { other, batch, send, kept, lines } = await openSite();
  other.exec('BEGIN IMMEDIATE');
  const batches = Array.from({ length: 200 }, batch);
  const refused: string[][] = [];
  const answers = batches.map(async (ids) => {
    const answer = await send(ids);
    if (answer.status === 503) refused.push(ids);
    const restWaits = refused.length === batches.length - MAX_WAITING_ROWS / BATCH;
    if (restWaits && other.inTransaction) other.exec('COMMIT');
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After') };
  });
  const settled = await Promise.all(answers);
  expect(settled.filter(({ status }) => status === 200)).toHaveLength(MAX_WAITING_ROWS / BATCH);
  expect(settled.filter(({ status, retryAfter }) => status === 503 && retryAfter === '5')).toEqual(
    settled.filter(({ status }) => status !== 200),
  );
  const taken = batches.filter((ids) => !refused.includes(ids));
  expect(kept()).toEqual(taken.flat().sort());
  expect(lines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
});

test('many requests at once, each sent again until it is taken, are all kept once', async () => {
  const { batch, send, kept } = await openSite();
  const batches = Array.from({ length: 100 }, batch);
  let refusals = 0;
  const persist = async (ids: readonly string[]): Promise<void> => {
    const { status } = await send(ids);
    if (status === 200) return;
    expect(status).toBe(503);
    refusals += 1;
    await nextTurn();
    return persist(ids);
  };
  await Promise.all(batches.map(persist));
  expect(refusals).toBeGreaterThan(0);
  expect(kept()).toEqual(batches.flat().sort());
});
