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
