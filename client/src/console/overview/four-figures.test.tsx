// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { FiguresReport, FunnelReport } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import type { Compared } from '../api/use-compared.ts';
import { type ViewFile, ViewFiles } from '../charts/view-files.ts';
import { FourFigures } from './four-figures.tsx';

const compared = <Report,>(data: Report, earlier: Report) =>
  ({
    report: { data, loading: false, failure: null },
    before: { ...earlier, share: 0.5 },
  }) as Compared<Report>;
const funnelOf = (measured: number, ...counts: number[]) =>
  ({ measured, steps: counts.map((count) => ({ count })) }) as unknown as FunnelReport;
const figuresOf = (notifyme: number, grants: number, refusals: number) => {
  const bucket = { signups: { notifyme, beta: 0 }, confirmed: { notifyme: 0, beta: 0 } };
  const buckets = [{ ...bucket, from: '', pages: 0, grants, refusals, withdrawals: 0 }];
  return { unit: 'day', unfinished: null, pages: [], buckets } as FiguresReport;
};

test('the file of the figures has those of the period before, as numbers', async () => {
  const known = new Set<ViewFile>();
  const { render } = openPlace();
  const figures = compared(figuresOf(50, 60, 40), figuresOf(40, 50, 50));
  const funnel = compared(funnelOf(100, 80, 20), funnelOf(90, 40, 4));
  await render(
    <ViewFiles value={known}>
      <FourFigures {...{ figures, funnel }} isFiltered={false} change={() => {}} />
    </ViewFiles>,
  );
  const [head = [], ...rows] = [...known][0]?.rows() ?? [];
  expect(head.slice(0, 2)).toEqual(['Figure', 'Value']);
  const before = head.indexOf('Before');
  expect(rows.map((row) => [row[0], row[1], row[before]])).toEqual([
    ['Visitors', 100, 90],
    ['Top to signup', 0.25, 0.1],
    ['Signups', 50, 40],
    ['Agreed', 0.6, 0.5],
  ]);
});
