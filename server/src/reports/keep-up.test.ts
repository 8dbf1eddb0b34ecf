import { expect, onTestFinished, test, vi } from 'vitest';
import { createKeepUp } from './keep-up.ts';

/** How often new events are read in these milliseconds. */
async function readsIn(ms: number, readNew: ReturnType<typeof vi.fn>) {
  readNew.mockClear();
  await vi.advanceTimersByTimeAsync(ms);
  return readNew.mock.calls.length;
}

function open() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const readNew = vi.fn(async () => {});
  return { readNew, ...createKeepUp(readNew) };
}

test('new events are read twice a second for half a minute after a report, and not after a chunk', async () => {
  const { readNew, resume } = open();
  resume(false);
  expect(await readsIn(60_000, readNew)).toBe(0);
  resume(true);
  expect(await readsIn(10_000, readNew)).toBe(20);
  expect(await readsIn(60_000, readNew)).toBe(40);
});

test('a question pauses the reading, which goes on after its answer and after a failure', async () => {
  const { readNew, pause, resume } = open();
  resume(true);
  pause();
  expect(await readsIn(5_000, readNew)).toBe(0);
  resume(false);
  readNew.mockRejectedValueOnce(new Error('the database is away'));
  expect(await readsIn(5_000, readNew)).toBe(10);
});
