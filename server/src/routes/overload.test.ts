import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { grantConsent } from '../testing/consent.ts';
import { DOORS, sendThrough, type TestDoor } from '../testing/doors.ts';
import { createIds, createTestApp } from '../testing/test-app.ts';

const MAX_WAITING_ROWS = 60;
const BATCH = 3;
const TOKEN = 'a-token-of-this-test';

/** The application with a short queue, and a second connection to its database. */
async function openSite(door: TestDoor) {
  const site = await createTestApp(
    (file) => openSqliteStore(file, { maxWaitingRows: MAX_WAITING_ROWS }),
    { config: { metricsToken: TOKEN } },
  );
  await grantConsent(site.store);
  const other = new Sqlite(site.file);
  onTestFinished(() => {
    other.close();
  });
  const newId = createIds();
  const batch = () => Array.from({ length: BATCH }, newId);
  const send = (ids: readonly string[]) => sendThrough(door, site, ids);
  const kept = () => other.prepare<[], string>('SELECT id FROM events').pluck().all().sort();
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const metrics = async () => (await site.app.request('/metrics', { headers })).text();
  return { ...site, other, batch, send, kept, metrics };
}

test.each(DOORS)(
  'while the disk does not answer, so many wait at the door $door, the others are told 503 at once, and nobody is kept half',
  async (door) => {
    const { other, batch, send, kept, lines, metrics } = await openSite(door);
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
    expect(
      settled.filter(({ status, retryAfter }) => status === 503 && retryAfter === '5'),
    ).toEqual(settled.filter(({ status }) => status !== 200));
    const taken = batches.filter((ids) => !refused.includes(ids));
    expect(kept()).toEqual(taken.flat().sort());
    expect(lines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    const dropped = `dubkit_events_dropped_total{door="${door.door}",reason="overloaded"} ${refused.length * BATCH}`;
    expect(await metrics()).toContain(dropped);
  },
);

test.each(DOORS)(
  'many requests at once at the door $door, each sent again until it is taken, are all kept once',
  async (door) => {
    const { batch, send, kept } = await openSite(door);
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
  },
);
