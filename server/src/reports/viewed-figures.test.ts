import { expect, test } from 'vitest';
import { viewFunnel, viewTraffic } from './viewed-figures.ts';

const row = (value: string, people: number) => ({ value, people, events: 2 * people, signups: 1 });

test('values of fewer than five people are joined into the others, and counts stay as they are', () => {
  const events = [{ name: 'scroll', count: 7, people: 3 }];
  const traffic = { people: 10, signups: 3, events, by: 'channel' as const };
  const rows = [row('search', 5), row('social', 4), row('direct', 1)];
  const counted = { events: 10, people: 5, signups: 2 };
  expect(viewTraffic({ ...traffic, rows })).toEqual({
    ...traffic,
    rows: [row('search', 5)],
    others: { values: 2, ...counted },
  });
  const others = { values: 3, events: 1, people: 1, signups: 0 };
  expect(viewTraffic({ ...traffic, rows, others }).others).toEqual({
    ...{ values: 5, events: 11, people: 6, signups: 2 },
  });
  expect(viewTraffic({ ...traffic, rows: [row('search', 5)] })).not.toHaveProperty('others');
});

const steps = (...counts: number[]) =>
  counts.map((count) => ({ event: 'x', count, averageSeconds: 9, medianSeconds: 8 }));
const untimed = { averageSeconds: null, medianSeconds: null };
const funnel = (finished: number) => ({
  steps: steps(12, finished),
  measured: 20,
  time: {
    medianSeconds: 8,
    p90Seconds: 9,
    bins: [{ fromSeconds: 0, toSeconds: null, count: finished }],
  },
  overTime: { unit: 'day' as const, buckets: [], earlier: { started: 0, finished: 0 } },
  breakdown: [
    { value: 'search', steps: steps(6, 2) },
    { value: 'social', steps: steps(4, 3) },
  ],
  others: { values: 2, steps: steps(2, 1) },
  confirmed: null,
});

test('a funnel shows no times of fewer than five people, and joins values by its first step', () => {
  const { time, ...viewed } = viewFunnel(funnel(4));
  expect(viewed.steps).toEqual([...steps(12), { ...steps(4)[0], ...untimed }]);
  expect(time).toEqual({ medianSeconds: null, p90Seconds: null, bins: [] });
  expect(viewed.breakdown).toEqual([
    { value: 'search', steps: [...steps(6), { ...steps(2)[0], ...untimed }] },
  ]);
  expect(viewed.others).toMatchObject({ values: 3, steps: [{ count: 6 }, { count: 4 }] });
  expect(JSON.stringify(viewed.others)).not.toContain('8');
  expect(viewFunnel(funnel(5)).time).toEqual(funnel(5).time);
});
