// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { useCompared } from './use-compared.ts';

test.each([
  ['?range=last-month&zone=UTC&compare=1', 31 / 59],
  ['?from=2026-03-02&to=2026-03-31&zone=UTC&compare=1', 0.5],
])('the period before has its share of the time: %s', async (address, share) => {
  vi.setSystemTime('2026-04-14T12:00:00Z');
  const counts = { steps: [], labels: [], breakdown: [], warnings: [], measured: 100 };
  vi.stubGlobal('fetch', async () => Response.json({ ...counts, before: counts }));
  const asked = parseAddress(address, 'UTC');
  const report = await openPlace().renderHook(() => useCompared('funnel', asked));
  await vi.waitFor(() => expect(report.current.before).toMatchObject({ measured: 100, share }));
});
