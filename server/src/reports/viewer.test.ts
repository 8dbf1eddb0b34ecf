import { expect, test } from 'vitest';
import { oncePerQuarter } from './viewer.ts';

const MINUTE = 60_000;

// growth-viewer.test.ts has how many questions are answered.
test('a report is read once for each quarter of an hour, and again after a failure', async () => {
  let now = NaN;
  let reads = 0;
  const ask = oncePerQuarter(
    async (_: string) => {
      reads += 1;
      if (reads === 1) throw new Error('cancelled');
      return reads;
    },
    () => now,
  );
  const askAt = (minutes: number) => {
    now = minutes * MINUTE;
    return ask('all');
  };
  await expect(askAt(1)).rejects.toThrow('cancelled');
  expect(await askAt(1)).toBe(2);
  expect(await askAt(15.9)).toBe(2);
  // One state for all who ask at the same time.
  expect(await Promise.all(Array.from({ length: 8 }, () => askAt(16)))).toEqual(Array(8).fill(3));
  expect(await ask('other')).toBe(4);
  expect(await ask('all')).toBe(3);
  expect(await askAt(31)).toBe(5);
});
