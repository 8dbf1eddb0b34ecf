// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { FunnelReport } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { ConversionOverTime } from './funnel-over-time.tsx';

const DAY = '2026-03-14T00:00:00.000Z';
const period = { from: Date.parse(DAY), to: Date.parse(DAY) + 86_399_999 };

const report = (started: number, finished: number) =>
  ({
    steps: [{ count: started }, { count: finished }],
    overTime: {
      unit: 'day',
      buckets: [{ from: DAY, started, finished }],
      earlier: { started: 0, finished: 0 },
    },
  }) as unknown as FunnelReport;

test('the legend has the rate of the period and that of the period before', async () => {
  const { place, render } = openPlace();
  const before = { ...report(100, 40), share: 0.5, span: period };
  const address = parseAddress('', 'UTC');
  const about = { about: [], address, period, beforeName: 'the day before' };
  await render(<ConversionOverTime report={report(200, 50)} before={before} {...about} />);
  const legend = [...place.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent);
  expect(legend).toEqual(['Conversion 25.0\u00a0%', 'The day before 40.0\u00a0%']);
});
