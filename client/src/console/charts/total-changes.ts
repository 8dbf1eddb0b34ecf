import {
  type Comparison,
  compareCounts,
  comparePeople,
  compareRates,
} from '#shared/compare-figures';
import type { FiguresReport } from '#shared/growth';
import { comparableTotals, consentRateOf, type Totals } from '#shared/totals';
import type { Earlier } from '../api/use-compared.ts';
import { formatClock } from './format-axis.ts';

/** Changes since the period before; nothing without a comparison. */
export interface Changes {
  people(of: (totals: Totals) => number): Comparison | undefined;
  count(of: (totals: Totals) => number): Comparison | undefined;
  consentRate(): Comparison | undefined;
  /** How often a page was served in each period, up to {@link until}. */
  path(path: string): { count: number; before: number } | undefined;
  /** Until when the figures that are counted by the quarter of an hour are compared; null if that is the whole period. */
  until: string | null;
}

/** Returns how figures have changed. What is counted by the quarter of an hour is compared up to the same quarter. */
export function changesOf(
  report: FiguresReport,
  before: Earlier<FiguresReport> | null,
  zone: string,
): Changes {
  const until = report.unfinished && formatClock(report.unfinished.from, zone);
  if (before === null)
    return {
      people: () => undefined,
      count: () => undefined,
      consentRate: () => undefined,
      path: () => undefined,
      until: null,
    };
  const [now, then] = [comparableTotals(report), comparableTotals(before)];
  return {
    people: (of) => comparePeople(of(now), of(then), before.share),
    count: (of) => compareCounts(of(now), of(then)),
    consentRate: () => compareRates(consentRateOf(now), consentRateOf(then)),
    path: (path) => ({ count: wholePage(report, path), before: wholePage(before, path) }),
    until,
  };
}

/** Returns how often a page was served, without the quarter of an hour within which the period ends. */
function wholePage({ pages, unfinished }: FiguresReport, path: string): number {
  const countIn = (some: FiguresReport['pages']) =>
    some.find((page) => page.path === path)?.count ?? 0;
  return countIn(pages) - countIn(unfinished?.paths ?? []);
}
