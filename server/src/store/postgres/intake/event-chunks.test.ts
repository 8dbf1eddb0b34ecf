import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { batch, grant, text } from '../../testing/store-contract-data.ts';
import { columnTypes } from '../connection/column-types.ts';
import { bytesOf } from '../reports/chunks.ts';
import { openPostgresReader } from '../reports/reader.ts';
import { openPostgresStore } from '../store.ts';

test.skipIf(!hasPostgres())(
  'a copy is not stored while a deletion of its events is under way in another process',
  async () => {
    const url = await openPostgresDatabase();
    const store = await openPostgresStore(url);
    const reader = openPostgresReader(url);
    onTestFinished(async () => {
      await reader.close();
      await store.close();
    });
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
    const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%turns%'`;
    await vi.waitFor(async () => expect(await ask(url, waits)).toHaveLength(1), 10_000);
    await other.query('COMMIT');
    await saving;
    expect(await ask(url, 'SELECT part FROM event_chunks')).toEqual([]);

    // With nothing under way, the copy of what is there now is stored.
    const next = await reader.makeChunk({ from: 0, to: 1 });
    if (next) await store.saveChunk(next);
    expect(await ask(url, 'SELECT part, count FROM event_chunks')).toEqual([{ part: 0, count: 1 }]);
    const client = new Client({ connectionString: url, types: columnTypes });
    await client.connect();
    onTestFinished(() => client.end());
    expect((await bytesOf(client, [0, 1])).get(0)).toEqual(Buffer.from(next?.bytes ?? []));
    await ask(url, 'UPDATE events SET path = NULL');
    expect(await ask(url, 'SELECT part FROM event_chunks')).toEqual([]);
  },
);
