import { expect, test } from 'vitest';
import type { Range } from '#shared/time-range';
import type { SiteStore } from '../../database/site-store.ts';
import {
  always,
  did,
  MARCH,
  type OpenReader,
  recordAll,
} from '../../events/testing/store-contract-events.ts';
import type { StoreReader } from '../../store/store.ts';
import { erasure, NOON } from '../../store/testing/store-contract-data.ts';
import { expireAll } from '../../upkeep/testing/store-contract-retention.ts';

/** Returns the events of a scan (person, time, name, source, properties), and of how many people they are. */
async function scanned(reader: StoreReader, range: Range = always) {
  const rows: [number, number, string, string | null, object][] = [];
  const people = await reader.scanEvents(range, (chunk) => {
    const { starts, base, offsets, kinds, kindTable } = chunk;
    const [contexts, contextTable] = [chunk.contexts(), chunk.contextTable()];
    for (const [place, person] of chunk.people.entries()) {
      for (let event = starts[place] ?? 0; event < (starts[place + 1] ?? 0); event++) {
        const kind = kindTable[kinds[event] ?? 0];
        const source = contextTable[contexts[event] ?? 0]?.utmSource;
        const time = base + (offsets[event] ?? 0);
        rows.push([person, time, kind?.name ?? '', source ?? null, kind?.properties ?? {}]);
      }
    }
  });
  return { rows, people };
}

export function scanContract(open: OpenReader) {
  test('a scan groups events by person, each by time and then by arrival, of its range only', async () => {
    const { store, reader } = await open();
    expect(await scanned(reader)).toEqual({ rows: [], people: 0 });
    await recordAll(store, [
      did('jane', 'b', 3, { receivedAt: NOON + 5, utmSource: 'news', properties: { x: 'ü' } }),
      did('john', 'a', 4, { receivedAt: NOON + 9 }),
      did('jane', 'd', 1, { receivedAt: NOON + 6 }),
      did('jane', 'c', 1, { receivedAt: NOON + 8 }),
    ]);
    const d = [0, MARCH + 1, 'd', null, {}];
    const c = [0, MARCH + 1, 'c', null, {}];
    const b = [0, MARCH + 3, 'b', 'news', { x: 'ü' }];
    const jane = [d, c, b];
    const john = [expect.any(Number), MARCH + 4, 'a', null, {}];
    expect(await scanned(reader)).toEqual({ rows: [...jane, john], people: 2 });
    const range = { from: MARCH + 1, to: MARCH + 3 };
    expect(await scanned(reader, range)).toEqual({ rows: jane, people: 1 });
    const later = { ...always, from: MARCH + 4 };
    expect(await scanned(reader, later)).toEqual({ rows: [john], people: 1 });
    const earlier = { ...always, to: MARCH };
    expect(await scanned(reader, earlier)).toEqual({ rows: [], people: 0 });
  });

  test.each<[string, (store: SiteStore) => Promise<unknown>]>([
    ['erased', (store) => store.erasePerson(erasure({ consentId: 'jane', at: NOON + 2 }))],
    ['expired', (store) => expireAll(store, { kind: 'events', before: NOON + 2 })],
  ])(
    'events that were copied and then %s are in no scan, and their copy is dropped',
    async (_, remove) => {
      const { store, reader } = await open();
      await recordAll(store, [
        did('jane', 'a', 0, { receivedAt: NOON + 1 }),
        did('john', 'b', 1, { receivedAt: NOON + 2 }),
      ]);
      const chunk = await reader.makeChunk({ from: 0, to: 1 });
      if (chunk) await store.saveChunk(chunk);
      expect((await store.chunkState()).stored).toBe(1);
      expect((await scanned(reader)).people).toBe(2);
      await remove(store);
      expect((await store.chunkState()).stored).toBe(0);
      const rows = [[expect.any(Number), MARCH + 1, 'b', null, {}]];
      expect(await scanned(reader)).toEqual({ rows, people: 1 });
    },
  );
}
