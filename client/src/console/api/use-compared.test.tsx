// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { useCompared } from './use-compared.ts';

test.each([
  ['?range=last-month', { measured: 100, share: 31 / 59 }],
  ['?from=2026-03-02&to=2026-03-31', { measured: 100, share: 0.5 }],
  ['?range=last-month&compare=0', null],
])('the period before has its share of the time: %s', async (address, before) => {
  vi.setSystemTime('2026-04-14T12:00:00Z');
  const counts = { steps: [], labels: [], breakdown: [], warnings: [], measured: 100 };
  vi.stubGlobal('fetch', async () => Response.json({ ...counts, before: counts }));
  const asked = parseAddress(address, 'UTC');
  const report = await openPlace().renderHook(() => useCompared('funnel', asked));
  await vi.waitFor(() =>
    expect(report.current).toMatchObject({ report: { data: counts }, before }),
  );
});

const figures = (pages: number, cut: number) => ({
  unit: 'day',
  buckets: [
    {
      from: '2026-04-14T00:00:00.000Z',
      signups: { notifyme: 0, beta: 0 },
      confirmed: { notifyme: 0, beta: 0 },
      ...{ pages, grants: 0, refusals: 0, withdrawals: 0 },
    },
  ],
  unfinished: {
    from: '2026-04-14T12:00:00.000Z',
    ...{ pages: cut, grants: 0, refusals: 0, withdrawals: 0, paths: [{ path: '/', count: cut }] },
  },
  pages: [{ path: '/', count: pages }],
});

/** Opens *Today* at 12:02, with 198 pages, of which 47 since noon. */
async function openToday(before: ReturnType<typeof figures> | undefined, pages: number) {
  vi.setSystemTime('2026-04-14T12:02:00Z');
  vi.stubGlobal('fetch', async () => Response.json({ ...figures(198, 47), before }));
  const address = parseAddress('?range=today', 'UTC');
  const asked = await openPlace().renderHook(() => useCompared('figures', address));
  await vi.waitFor(() => expect(asked.current.report.data?.buckets[0]).toMatchObject({ pages }));
  expect(asked.current.report.data?.pages).toEqual([{ path: '/', count: pages }]);
  return asked.current;
}

test('pages are shown as far as both go: as many until noon as the day before', async () => {
  const { before } = await openToday(figures(151 + 15, 15), 151);
  expect(before?.buckets[0]?.pages).toBe(151);
});

test.each([
  ['next to nothing', figures(20, 15)],
  ['a period that the server does not count', undefined],
])('pages are shown whole beside %s', async (_, before) => {
  expect(await openToday(before, 198)).toMatchObject({ before: null, isAlone: true });
});
