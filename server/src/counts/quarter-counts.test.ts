import { expect, test } from 'vitest';
import { createQuarterCounts } from './quarter-counts.ts';

const DAY = 86_400_000;

test('views are counted by the quarter of an hour and path, and written once, after a failure too', async () => {
  const written: string[] = [];
  let isBroken = true;
  let time = Date.UTC(2026, 2, 14, 23, 59, 59);
  const counts = createQuarterCounts({
    write: async (quarter, views) => {
      if (isBroken && quarter === '2026-03-15T00:00') throw new Error('disk full');
      written.push(`${quarter} ${[...views].join(' ')}`);
    },
    now: () => time,
  });
  for (const path of ['/', '/', '/about']) counts.count(path);
  time += 1000;
  counts.count('/');
  time += DAY;
  counts.count('/');
  await expect(counts.flush()).rejects.toThrow('disk full');
  isBroken = false;
  counts.count('/');
  await counts.flush();
  await counts.flush();
  expect(written.toSorted()).toEqual([
    '2026-03-14T23:45 /,2 /about,1',
    '2026-03-15T00:00 /,1',
    '2026-03-16T00:00 /,2',
  ]);
});
