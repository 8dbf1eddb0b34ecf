// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { FiguresReport, FunnelReport } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { viewFiles } from '../charts/view-files.ts';
import { FourFigures, SignupTimes } from './four-figures.tsx';

const compared = <Report,>(data: Report, earlier: Report) =>
  ({
    report: { data, loading: false, failure: null },
    before: { ...earlier, share: 0.5 },
  }) as Compared<Report>;
const funnelOf = (measured: number, ...counts: number[]) =>
  ({ measured, steps: counts.map((count) => ({ count })) }) as unknown as FunnelReport;
const figuresOf = (notifyme: number, grants: number, refusals: number) => {
  const bucket = { signups: { notifyme, beta: 0 }, confirmed: { notifyme: 0, beta: 0 } };
  const buckets = [
    { ...bucket, from: '2026-03-17T00:00:00.000Z', pages: 0, grants, refusals, withdrawals: 0 },
  ];
  return { unit: 'day', unfinished: null, pages: [], buckets } as FiguresReport;
};

test('the file of the figures has those of the period before, as numbers', async () => {
  const { render } = openPlace();
  const figures = compared(figuresOf(50, 60, 40), figuresOf(40, 50, 50));
  const funnel = compared(funnelOf(100, 80, 20), funnelOf(90, 40, 4));
  await render(<FourFigures {...{ figures, funnel }} isFiltered={false} range="30" />);
  const [head = [], ...rows] = viewFiles()[0]?.rows() ?? [];
  expect(head.slice(0, 2)).toEqual(['Figure', 'Value']);
  const before = head.indexOf('Before');
  expect(rows.map((row) => [row[0], row[1], row[before]])).toEqual([
    ['Visitors', 100, 90],
    ['Top to signup', 0.25, 0.1],
    ['Signups', 50, 40],
    ['Agreed', 0.6, 0.5],
  ]);
});

test('signups lately say what they were before', async () => {
  vi.setSystemTime('2026-03-18T12:00:00Z');
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...figuresOf(9, 60, 40), before: figuresOf(3, 50, 50) }),
  );
  const { place, render } = openPlace();
  const figures = compared(figuresOf(50, 60, 40), figuresOf(40, 50, 50));
  const address = parseAddress('?zone=UTC', 'UTC');
  const period = { from: Date.UTC(2026, 2, 17), to: Date.UTC(2026, 2, 18) - 1 };
  await render(<SignupTimes address={address} figures={{ ...figures, period }} />);
  const said = () =>
    [...place.querySelectorAll('dl > *')].map(({ textContent }) => textContent.trim());
  await vi.waitFor(() =>
    expect(said()).toEqual([
      'Today9 3 yesterday by then',
      '7 days9 3 before',
      'This month9 3 last month by then',
    ]),
  );
  expect(place.querySelector('h2')?.textContent).toBe('Signups lately, until 12:00');
});
