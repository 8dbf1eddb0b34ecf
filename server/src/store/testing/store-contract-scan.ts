import { expect, test } from 'vitest';
import type { EventChunk, StoreReader } from '../store.ts';
import { batch, grant, newId, scroll } from './store-contract-data.ts';
import { did, MARCH, type OpenReader, recordAll } from './store-contract-events.ts';

const always = { from: null, to: null };

/** All events of a scan: the number of the person, the time after March 1st, the name, the source. */
async function scanned(reader: StoreReader, range = {}) {
  const rows: [number, number, string, string | null][] = [];
  const visit = (chunk: EventChunk) => {
    const { people, starts, base, offsets, kinds, kindTable } = chunk;
    const [contexts, contextTable] = [chunk.contexts(), chunk.contextTable()];
    for (const [place, person] of people.entries()) {
      for (let event = starts[place] ?? 0; event < (starts[place + 1] ?? 0); event++) {
        rows.push([
          person,
          base + (offsets[event] ?? 0) - MARCH,
          kindTable[kinds[event] ?? 0]?.name ?? '',
          contextTable[contexts[event] ?? 0]?.utmSource ?? null,
        ]);
      }
    }
  };
  await reader.scanEvents({ ...always, ...range }, visit);
  return rows;
}

export function scanContract(open: OpenReader) {
  test('a scan groups events by person, each by time and then by arrival', async () => {
    const { store, reader } = await open();
    expect(await scanned(reader)).toEqual([]);
    await recordAll(store, [
      did('jane', 'b', 3, { utmSource: 'news' }),
      did('john', 'a', 4),
      did('jane', 'd', 1),
      did('jane', 'c', 1),
    ]);
    expect(await scanned(reader)).toEqual([
      [0, 1, 'd', null],
      [0, 1, 'c', null],
      [0, 3, 'b', 'news'],
      [1, 4, 'a', null],
    ]);
  });

  test('a scan has the events of its range only, both ends included', async () => {
    const { store, reader } = await open();
    const events = [1, 2, 3, 4].map((at) => did(at === 4 ? 'john' : 'jane', 'a', at));
    await recordAll(store, events);
    const range = { from: MARCH + 2, to: MARCH + 3 };
    expect((await scanned(reader, range)).map(([, at]) => at)).toEqual([2, 3]);
    expect(await scanned(reader, { from: MARCH + 4 })).toMatchObject([
      [expect.any(Number), 4, 'a', null],
    ]);
    expect(await scanned(reader, { to: MARCH })).toEqual([]);
  });

  test('a scan leaves out what arrived later, whenever it happened', async () => {
    const { store, reader } = await open();
    const events = [5, 9, 6, 8].map((receivedAt, at) =>
      did('jane', 'a', at, { receivedAt: MARCH + receivedAt }),
    );
    await recordAll(store, events);
    const times = async (receivedBefore: number) =>
      (await scanned(reader, { receivedBefore: MARCH + receivedBefore })).map(([, at]) => at);
    expect(await times(7)).toEqual([0, 2]);
    expect(await times(9)).toEqual([0, 2, 3]);
    expect(await times(5)).toEqual([]);
    expect(await scanned(reader)).toHaveLength(4);
  });

  test('a scan returns the number of people with an event in its range', async () => {
    const { store, reader } = await open();
    await recordAll(store, [did('jane', 'a', 1), did('john', 'a', 2), did('jane', 'a', 3)]);
    const people = (range: object) => reader.scanEvents({ ...always, ...range }, () => {});
    expect(await people({})).toBe(2);
    expect(await people({ from: MARCH + 3 })).toBe(1);
    expect(await people({ from: MARCH + 4 })).toBe(0);
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
