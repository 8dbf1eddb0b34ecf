import { expect, test, vi } from 'vitest';
import { partOf } from '../store/rules/event-parts.ts';
import type { NewChunk } from '../store/store.ts';
import { JANE, JOHN, NOON, newId } from '../store/testing/store-contract-data.ts';
import { createRandom } from '../testing/data/random.ts';
import { recordRandomEvents } from '../testing/data/random-events.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { createChunkJob } from './event-chunks.ts';

vi.setConfig({ testTimeout: 120_000 });

async function open(count: number) {
  const { store, read, ...rest } = await openStoreAndReader();
  await recordRandomEvents(store, [JANE, JOHN], { count, random: createRandom(3) });
  const made: NewChunk[] = [];
  const rests: number[] = [];
  let asked = 0;
  let clock = 0;
  const job = createChunkJob({
    store,
    reports: {
      async makeChunk(parts) {
        asked += 1;
        const chunk = await read((reader) => reader.makeChunk(parts));
        if (chunk) made.push(chunk);
        return chunk;
      },
    },
    now: () => {
      clock += 10;
      return clock;
    },
    async rest(ms) {
      rests.push(ms);
    },
  });
  const run = () => job.run(new AbortController().signal);
  return { ...rest, store, read, made, rests, run, asked: () => asked };
}

test('a part is copied once it is complete, and the thread of the reports is asked only when one is missing', async () => {
  const { store, made, run, asked } = await open(16_400);
  await run();
  expect(made).toMatchObject([{ part: 0, events: 16_384 }]);
  expect(made[0]?.bytes?.byteLength).toBeLessThan(16_384 * 12);
  expect(await store.chunkState()).toEqual({ stored: 1, complete: 1 });
  const before = asked();
  await run();
  expect(asked()).toBe(before);
  await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: NOON });
  expect(await store.chunkState()).toMatchObject({ stored: 0 });
  await run();
  expect(await store.chunkState()).toMatchObject({ stored: 1 });
});

test('the job rests four times as long as a part took', async () => {
  const { rests, run } = await open(32_800);
  await run();
  expect(rests).toEqual([40, 40]);
});

test('a copy of events that were deleted before it was stored is not stored', async () => {
  const { store, read } = await open(16_400);
  const chunk = await read((reader) => reader.makeChunk({ from: 0, to: 1 }));
  await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: NOON });
  if (chunk) await store.saveChunk(chunk);
  expect((await store.chunkState()).stored).toBe(0);
});

test('an incomplete part is not copied', async () => {
  const { store, read, made, run } = await open(500);
  await run();
  expect(made).toEqual([]);
  expect(await store.chunkState()).toEqual({ stored: 0, complete: 0 });
  expect(await read((reader) => reader.makeChunk({ from: partOf(1), to: 0 }))).toBeNull();
});
