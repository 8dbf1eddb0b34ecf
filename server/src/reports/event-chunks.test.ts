import { expect, test, vi } from 'vitest';
import type { NewChunk } from '../store/store.ts';
import {
  batch,
  erasure,
  grantConsent,
  JANE,
  JOHN,
  NOON,
  scroll,
} from '../store/testing/store-contract-data.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { createChunkJob } from './event-chunks.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a part is copied once it is complete, and the next one is not yet, with a rest of four times as long; the thread of the reports is asked only when one is missing', async () => {
  const { store, read } = await openStoreAndReader();
  for (const consentId of [JANE, JOHN]) await grantConsent(store, consentId);
  for (let stored = 0; stored < 16_400; stored += 100) {
    const at = NOON + stored * 100_000;
    const events = Array.from({ length: 100 }, (_, percent) => scroll(percent, at + percent));
    await store.recordEvents(batch({ consentId: stored % 200 ? JOHN : JANE, events }));
  }
  const made: (NewChunk | null)[] = [];
  const rests: number[] = [];
  let clock = 0;
  const job = createChunkJob({
    store,
    reports: {
      async makeChunk(parts) {
        made.push(await read((reader) => reader.makeChunk(parts)));
        return made.at(-1) ?? null;
      },
    },
    now: () => (clock += 10), // each part takes 10 ms
    rest: async (ms) => void rests.push(ms),
  });
  const run = () => job.run(new AbortController().signal);
  await run();
  expect(made).toMatchObject([{ part: 0, events: 16_384 }, null]);
  expect(made[0]?.bytes?.byteLength).toBeLessThan(16_384 * 12);
  expect(await store.chunkState()).toEqual({ stored: 1, complete: 1 });
  expect(rests).toEqual([40]);
  await run();
  expect(made).toHaveLength(2);
  await store.erasePerson(erasure());
  expect((await store.chunkState()).stored).toBe(0);
  if (made[0]) await store.saveChunk(made[0]); // was made before the erasure
  expect((await store.chunkState()).stored).toBe(0);
  await run();
  expect((await store.chunkState()).stored).toBe(1);
});
