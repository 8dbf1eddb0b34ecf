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

/** Changes since the period before; null without a comparison. */
export interface Changes {
  people(of: (totals: Totals) => number): Comparison | null;
  count(of: (totals: Totals) => number): Comparison | null;
  consentRate(): Comparison | null;
  /** How often a page was served in each period, up to {@link until}. */
  path(path: string): { count: number; before: number } | null;
  /** Until when the figures that are counted by the quarter of an hour are compared; null if that is the whole period. */
  until: string | null;
}

/** Returns how figures have changed. What is counted by the quarter of an hour is compared up to the same quarter. */
export function changesOf(
  report: FiguresReport,
  before: Earlier<FiguresReport> | null,
  zone: string,
): Changes {
  const now = comparableTotals(report);
  const then = before && { ...comparableTotals(before), share: before.share };
  return {
    people: (of) => then && comparePeople(of(now), of(then), then.share),
    count: (of) => then && compareCounts(of(now), of(then)),
    consentRate: () => then && compareRates(consentRateOf(now), consentRateOf(then)),
    path: (path) => before && { count: wholePage(report, path), before: wholePage(before, path) },
    until: before && report.unfinished && formatClock(report.unfinished.from, zone),
  };
}

/** Returns how often a page was served, without the quarter of an hour within which the period ends. */
function wholePage({ pages, unfinished }: FiguresReport, path: string): number {
  const countIn = (some: FiguresReport['pages']) =>
    some.find((page) => page.path === path)?.count ?? 0;
  return countIn(pages) - countIn(unfinished?.paths ?? []);
}
