import { expect, test } from 'vitest';
import { type Comparison, describeChange } from '#shared/compare-figures';
import type { FiguresReport } from '#shared/growth';
import type { FiguresBucket } from '#shared/totals';
import { changesOf } from './total-changes.ts';

const inWords = (comparison: Comparison | null) =>
  comparison && describeChange(comparison)?.replaceAll('\u00a0', ' ');

const nothing = { pages: 0, grants: 0, refusals: 0, withdrawals: 0 };
const signups = { signups: { notifyme: 2, beta: 0 }, confirmed: { notifyme: 1, beta: 0 } };
/** The figures of one bucket, of which some were counted in the quarter of an hour within which the period ends. */
const report = (
  counts: Partial<FiguresBucket>,
  cut: Partial<NonNullable<FiguresReport['unfinished']>> | null,
): FiguresReport => ({
  unit: 'day',
  buckets: [{ from: '2026-03-14T00:00:00.000Z', ...signups, ...nothing, ...counts }],
  unfinished: cut && { from: '2026-03-14T13:30:00.000Z', ...nothing, paths: [], ...cut },
  pages: [],
});
const earlier = (figures: FiguresReport, share = 0.5) => ({ ...figures, share });

test('a quarter of an hour that is not over is compared with nothing', () => {
  const now = report({ pages: 52, grants: 60, refusals: 40 }, { pages: 2, grants: 10 });
  const cut = { pages: 15, grants: 40, refusals: 10 };
  const before = earlier(report({ pages: 55, grants: 90, refusals: 60 }, cut));
  const { count, people, consentRate } = changesOf(now, before, 'Europe/Berlin');
  expect(inWords(count(({ pages }) => pages))).toBe('+25 % · 40');
  // Two are too few for a change.
  expect(people(({ signups }) => signups)?.change).toBeNull();
  // 50 of 90, and 50 of 100
  expect(inWords(consentRate())).toBe('+5.6 pts · 50.0 %');
});

test('where there is no such quarter, the whole periods are compared', () => {
  const before = earlier(report({ pages: 40 }, null));
  const changes = changesOf(report({ pages: 50 }, null), before, 'UTC');
  expect(inWords(changes.count(({ pages }) => pages))).toBe('+25 % · 40');
});

test('so is a page, also one that was not served in one of the periods', () => {
  const served = (whole: number, cut: number) => ({
    ...report({}, { paths: cut > 0 ? [{ path: '/', count: cut }] : [] }),
    pages: whole + cut > 0 ? [{ path: '/', count: whole + cut }] : [],
  });
  const changeOf = (now: FiguresReport, before: FiguresReport) =>
    changesOf(now, earlier(before), 'Europe/Berlin').path('/');
  expect(changeOf(served(50, 2), served(40, 15))).toEqual({ count: 50, before: 40 });
  expect(changeOf(served(50, 0), served(0, 0))).toEqual({ count: 50, before: 0 });
  expect(changeOf(served(0, 0), served(40, 0))).toEqual({ count: 0, before: 40 });
  expect(changesOf(served(5, 0), earlier(served(5, 0)), 'Europe/Berlin').until).toBe('14:30');
});

test('people of two months are compared by the days that these have', () => {
  const of = (notifyme: number) => report({ signups: { notifyme, beta: 0 } }, null);
  const clear = (share: number) =>
    changesOf(of(3100), earlier(of(2800), share), 'UTC').people(({ signups }) => signups)?.isClear;
  expect([clear(0.5), clear(31 / 59)]).toEqual([true, false]);
});

test('without a period before, nothing is compared', () => {
  const { count, path, until } = changesOf(report({ pages: 50 }, {}), null, 'UTC');
  expect([count(({ pages }) => pages), path('/'), until]).toEqual([null, null, null]);
});
