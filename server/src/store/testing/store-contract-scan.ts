import { expect, test } from 'vitest';
import type { ReceivedRange, StoreReader } from '../store.ts';
import { batch, grant, newId, scroll } from './store-contract-data.ts';
import { always, did, MARCH, type OpenReader, recordAll } from './store-contract-events.ts';

/** Returns the events of a scan (person, time, name, source, properties), and of how many people they are. */
async function scanned(reader: StoreReader, range: ReceivedRange = always) {
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
      did('jane', 'b', 3, { utmSource: 'news', properties: { x: 'ü' } }),
      did('john', 'a', 4),
      did('jane', 'd', 1),
      did('jane', 'c', 1),
    ]);
    const jane = [
      [0, MARCH + 1, 'd', null, {}],
      [0, MARCH + 1, 'c', null, {}],
      [0, MARCH + 3, 'b', 'news', { x: 'ü' }],
    ];
    const john = [expect.any(Number), MARCH + 4, 'a', null, {}];
    expect(await scanned(reader)).toEqual({ rows: [...jane, john], people: 2 });
    const range = { from: MARCH + 1, to: MARCH + 3 };
    expect(await scanned(reader, range)).toEqual({ rows: jane, people: 1 });
    const later = { ...always, from: MARCH + 4 };
    expect(await scanned(reader, later)).toEqual({ rows: [john], people: 1 });
    const earlier = { ...always, to: MARCH };
    expect(await scanned(reader, earlier)).toEqual({ rows: [], people: 0 });
  });

  test('a scan leaves out what arrived later, whenever it happened', async () => {
    const { store, reader } = await open();
    const events = [5, 9, 6, 8].map((receivedAt, at) =>
      did('jane', 'a', at, { receivedAt: MARCH + receivedAt }),
    );
    await recordAll(store, events);
    const times = async (receivedBefore: number) => {
      const range = { ...always, receivedBefore: MARCH + receivedBefore };
      return (await scanned(reader, range)).rows.map(([, time]) => time - MARCH);
    };
    expect(await times(7)).toEqual([0, 2]);
    expect(await times(9)).toEqual([0, 2, 3]);
    expect(await times(5)).toEqual([]);
    expect(await times(99)).toHaveLength(4);
  });

  test('a person has one number in all chunks, and no two people share one', async () => {
    const { store, reader } = await open();
    const people = Array.from({ length: 400 }, newId);
    await Promise.all(people.map((consentId) => store.recordDecision(grant({ consentId }))));
    const visit = (consentId: string) => {
      const events = Array.from({ length: 50 }, () => scroll(25));
      return store.recordEvents(batch({ consentId, events }));
    };
    // As many at a time as may wait for the store.
    for (const start of [0, 100, 200, 300, 0, 100, 200, 300]) {
      await Promise.all(people.slice(start, start + 100).map(visit));
    }
    const counts = new Map<number, number>();
    let chunks = 0;
    await reader.scanEvents(always, (chunk) => {
      chunks += 1;
      for (const [place, person] of chunk.people.entries()) {
        const own = (chunk.starts[place + 1] ?? 0) - (chunk.starts[place] ?? 0);
        counts.set(person, (counts.get(person) ?? 0) + own);
      }
    });
    expect(chunks).toBeGreaterThan(2);
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(people.map((_, index) => index));
    expect(new Set(counts.values())).toEqual(new Set([100]));
  });
}
