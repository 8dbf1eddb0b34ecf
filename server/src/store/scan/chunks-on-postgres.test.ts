import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres } from '../../testing/programs/postgres.ts';
import { openBoth } from '../../testing/programs/postgres-store.ts';
import { PART_EVENTS } from '../rules/event-parts.ts';
import { batch, grant, text } from '../testing/store-contract-data.ts';
import { encodeChunk } from './encode-chunk.ts';

const row = (at: number, name: string) => ({
  ...{ person: 'someone', at, name },
  ...{ properties: '{}', context: '[]' },
});

test.skipIf(!hasPostgres())(
  'a copy is not stored while a deletion of its events is under way in another process',
  async () => {
    const { url, store, reader } = await openBoth();
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    await store.recordEvents(batch());
    await store.recordEvents(batch());
    const chunk = await reader.makeChunk({ from: 0, to: 1 });
    if (!chunk) throw new Error('there are events');
    expect(chunk.events).toBe(2);

    const other = new Client(url);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN; DELETE FROM events WHERE seq = 1');
    const saving = store.saveChunk(chunk);
    const waits = `SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%turns%'`;
    await vi.waitFor(async () => expect(await ask(url, waits)).toHaveLength(1), 10_000);
    await other.query('COMMIT');
    await saving;
    expect(await ask(url, 'SELECT part FROM event_chunks')).toEqual([]);

    // With nothing under way, the copy of what is there now is stored.
    const next = await reader.makeChunk({ from: 0, to: 1 });
    if (next) await store.saveChunk(next);
    expect(await ask(url, 'SELECT part, count FROM event_chunks')).toEqual([{ part: 0, count: 1 }]);
    const names: string[] = [];
    const scan = () =>
      reader.scanEvents({ from: null, to: null }, ({ kindTable }) => {
        names.push(...kindTable.map(({ name }) => name));
      });
    expect(await scan()).toBe(1);
    // A copy of other events shows that the scan reads the copy.
    const others = encodeChunk([row(next?.firstAt ?? 0, 'other')]);
    const hex = Buffer.from(others?.bytes ?? []).toString('hex');
    await ask(url, `UPDATE event_chunks SET bytes = '\\x${hex}'`);
    expect(await scan()).toBe(1);
    expect(names).toEqual(['scroll', 'other']);
    // A copy without bytes, and one in the format of another version: the rows are read.
    await ask(url, 'UPDATE event_chunks SET bytes = NULL');
    await scan();
    await ask(url, `UPDATE event_chunks SET bytes = '\\x00'`);
    await scan();
    expect(names.slice(2)).toEqual(['scroll', 'scroll']);
    await ask(url, 'UPDATE events SET path = NULL');
    expect(await ask(url, 'SELECT part FROM event_chunks')).toEqual([]);
  },
);

test.skipIf(!hasPostgres())('a scan reads the copies of many parts, each as its own', async () => {
  const { url, store, reader } = await openBoth();
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  for (let part = 0; part < 20; part++) await store.recordEvents(batch());
  await ask(
    url,
    `UPDATE events SET seq = -seq; UPDATE events SET seq = (-seq - 1) * ${PART_EVENTS} + 1`,
  );
  // Copies of other events show that the scan reads the copies, and which one it takes for which part.
  const at = Date.now();
  for (let part = -1; part < 20; part++) {
    const copy = encodeChunk([row(at, `part ${part}`)]);
    const bytes = Buffer.from(copy?.bytes ?? []).toString('hex');
    await ask(
      url,
      `INSERT INTO event_chunks VALUES (${part}, to_timestamp(${at / 1000}), to_timestamp(${at / 1000}), 1, '\\x${bytes}')`,
    );
  }
  await ask(url, 'UPDATE event_chunks SET bytes = NULL WHERE part = 3');
  const names: string[] = [];
  const scan = (again: () => boolean) =>
    reader.scanEvents(
      { from: null, to: null },
      ({ kindTable }) => names.push(...kindTable.map(({ name }) => name)),
      { again },
    );
  let passes = 1;
  await scan(() => passes++ < 2);
  // The copy before the first event belongs to no part, and part 3 is read from its rows.
  const once = Array.from({ length: 20 }, (_, part) => (part === 3 ? 'scroll' : `part ${part}`));
  expect(names).toEqual([...once, ...once]);
});
