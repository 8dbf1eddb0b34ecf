// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import type { FiguresReport } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { FigureChart } from './figure-chart.tsx';

test.each([
  ['signups', ['Notify me 9', 'Beta Access 1', 'Confirmed 7']],
  ['consents', ['Agreed 30', 'Refused 10', 'Share who agreed 75.0\u00a0%', 'Withdrew 2']],
] as const)('the table of %s has what the chart has no room for', async (name, shown) => {
  const bucket: FiguresReport['buckets'][number] = {
    from: '2026-03-14T00:00:00.000Z',
    signups: { notifyme: 9, beta: 1 },
    confirmed: { notifyme: 7, beta: 0 },
    ...{ pages: 90, grants: 30, refusals: 10, withdrawals: 2 },
  };
  const data: FiguresReport = { unit: 'day', buckets: [bucket], unfinished: null, pages: [] };
  const period = { from: Date.UTC(2026, 2, 14), to: Date.UTC(2026, 2, 15) - 1 };
  const report = { data, askedAt: 0, loading: false, asking: false, failure: null, retry() {} };
  const figures = { report, period, before: null, isAlone: false };
  const { place, render } = openPlace();
  const address = parseAddress('', 'UTC');
  await render(<FigureChart {...{ name, address, figures, data }} />);
  await act(async () => place.querySelector('details')?.dispatchEvent(new Event('toggle')));
  const heads = [...place.querySelectorAll('thead th')]
    .slice(1)
    .map((th) => th.getAttribute('aria-label'));
  const cells = [...place.querySelectorAll('tbody td')].map((td) => td.textContent);
  expect(heads.map((head, index) => `${head} ${cells[index]}`)).toEqual(shown);
});
