import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { createDayMemory } from './day-memory.ts';

test('a key is deleted a day after it was last set, even if nobody asks', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1); // the cache takes a start of 0 for none
  const memory = createDayMemory<number>();
  memory.set('quiet', 1);
  memory.set('busy', 1);
  vi.advanceTimersByTime(DAY_MS / 2);
  memory.set('busy', 2);
  vi.advanceTimersByTime(DAY_MS / 2 + 1);
  expect([...memory.keys()]).toEqual(['busy']);
  vi.advanceTimersByTime(DAY_MS / 2);
  expect(memory.size).toBe(0);
});
