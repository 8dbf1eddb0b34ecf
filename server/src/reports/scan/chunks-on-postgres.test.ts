import { expect } from 'vitest';
import {
  begin,
  openBoth,
  postgresTest as test,
  waitForLock,
} from '../../store/postgres/testing/postgres-site.ts';
import { batch, grant, text } from '../../store/testing/store-contract-data.ts';
import { ask } from '../../testing/programs/postgres.ts';
import { encodeChunk } from './encode-chunk.ts';
import { PART_EVENTS } from './event-rows.sql.ts';

const always = { from: null, to: null };

/** Opens a site with these many events, and returns what reads the names of a scan. */
async function openSite(events: number) {
  const { url, store, reader } = await openBoth();
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  for (let count = 0; count < events; count++) await store.recordEvents(batch());
  const scan = async (passes = 1) => {
    const names: string[] = [];
    await reader.scanEvents(
      always,
      ({ kindTable }) => names.push(...kindTable.map(({ name }) => name)),
      () => --passes > 0,
    );
    return names;
  };
  return { url, store, reader, scan };
}

/** A copy of another event than the one that was recorded shows that a scan reads the copy. */
const copyOf = (name: string, at = Date.now()) => {
  const row = { person: 'someone', at, name, properties: '{}', context: '[]' };
  return `'\\x${Buffer.from(encodeChunk([row])?.bytes ?? []).toString('hex')}'`;
};

test('a copy is not stored while a deletion of its events is under way in another process', async () => {
  const { url, store, reader, scan } = await openSite(2);
  const chunk = await reader.makeChunk({ from: 0, to: 1 });
  if (!chunk) throw new Error('there are events');
  expect(chunk.events).toBe(2);
  const other = await begin(url, 'DELETE FROM events WHERE seq = 1');
  const saving = store.saveChunk(chunk);
  await waitForLock(url, 'turns');
  await other.query('COMMIT');
  await saving;
  expect(await ask(url, 'SELECT part FROM event_chunks')).toEqual([]);

  // With nothing under way, the copy of what is there now is stored.
  const next = await reader.makeChunk({ from: 0, to: 1 });
  if (next) await store.saveChunk(next);
  expect(await ask(url, 'SELECT part, count FROM event_chunks')).toEqual([{ part: 0, count: 1 }]);
  expect(await scan()).toEqual(['scroll']);
  // Without bytes, or in the format of another version, the rows are read.
  for (const [bytes, name] of [
    [copyOf('other', next?.firstAt), 'other'],
    ['NULL', 'scroll'],
    [`'\\x00'`, 'scroll'],
  ] as const) {
    await ask(url, `UPDATE event_chunks SET bytes = ${bytes}`);
    expect(await scan()).toEqual([name]);
  }
  await ask(url, 'UPDATE events SET path = NULL');
  expect(await ask(url, 'SELECT part FROM event_chunks')).toEqual([]);
});

test('a scan reads the copies of many parts, each as its own, and a person of several parts is one', async () => {
  const { url, reader, scan } = await openSite(20);
  await ask(
    url,
    `UPDATE events SET seq = -seq; UPDATE events SET seq = (-seq - 1) * ${PART_EVENTS} + 1`,
  );
  const isRead = (part: number) => [3, 4, 19].includes(part);
  for (let part = -1; part < 20; part++) {
    const bytes = isRead(part) ? 'NULL' : copyOf(`part ${part}`);
    await ask(url, `INSERT INTO event_chunks VALUES (${part}, now(), now(), 1, ${bytes})`);
  }
  // The copy before the first event belongs to no part, and three parts are read from their rows.
  const once = Array.from({ length: 20 }, (_, part) => (isRead(part) ? 'scroll' : `part ${part}`));
  expect(await scan(2)).toEqual([...once, ...once]);
  expect(await reader.scanEvents(always, () => {})).toBe(2); // Jane, and someone of the copies
});
