import { expect, test } from 'vitest';
import { createQuarterCounts } from './quarter-counts.ts';

const DAY = 86_400_000;

test('views are counted by the quarter of an hour and path, and written once', async () => {
  const written: [string, [string, number][]][] = [];
  let time = Date.UTC(2026, 2, 14, 23, 59, 59);
  const counts = createQuarterCounts({
    write: async (quarter, views) => void written.push([quarter, [...views]]),
    now: () => time,
  });
  counts.count('/');
  counts.count('/');
  counts.count('/about');
  time += 1000;
  counts.count('/');
  await counts.flush();
  await counts.flush();
  expect(written).toEqual([
    [
      '2026-03-14T23:45',
      [
        ['/', 2],
        ['/about', 1],
      ],
    ],
    ['2026-03-15T00:00', [['/', 1]]],
  ]);
});

test('counts that cannot be written are kept for the next time, and nothing is written twice', async () => {
  const written: string[] = [];
  let broken = true;
  let time = 0;
  const counts = createQuarterCounts({
    write: async (quarter, views) => {
      if (broken && quarter === '1970-01-02T00:00') throw new Error('disk full');
      written.push(`${quarter} ${views.get('/')}`);
    },
    now: () => time,
  });
  for (; time < 3 * DAY; time += DAY) counts.count('/');
  await expect(counts.flush()).rejects.toThrow('disk full');
  broken = false;
  counts.count('/');
  await counts.flush();
  expect(written).toEqual([
    '1970-01-01T00:00 1',
    '1970-01-02T00:00 1',
    '1970-01-03T00:00 1',
    '1970-01-04T00:00 1',
  ]);
});
