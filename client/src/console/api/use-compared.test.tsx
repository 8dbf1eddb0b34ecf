// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { useCompared } from './use-compared.ts';

test('the period before has its share of the time', async () => {
  vi.setSystemTime('2026-04-14T12:00:00Z');
  const counts = { steps: [], labels: [], breakdown: [], warnings: [], measured: 100 };
  vi.stubGlobal('fetch', async () => Response.json({ ...counts, before: counts }));
  const asked = parseAddress('?range=last-month&zone=UTC', 'UTC');
  const report = await openPlace().renderHook(() => useCompared('funnel', asked));
  await vi.waitFor(() =>
    expect(report.current.before).toMatchObject({ measured: 100, share: 31 / 59 }),
  );
});
