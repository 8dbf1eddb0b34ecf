import type { FiguresReport } from '#shared/growth';
import { consentRateOf, NO_SIGNUPS, type Totals, totalsOf } from '#shared/totals';
import { growthText } from '../words.ts';
import { countChange, rateChange } from './compare.ts';
import { formatClock, formatCount } from './format-figures.ts';

/** Changes since the period before, in words; nothing without a comparison. */
export interface Changes {
  count(of: (totals: Totals) => number): string | undefined;
  consentRate(): string | undefined;
  /** Of a page. */
  path(path: string): readonly string[];
}

/**
 * Returns how figures have changed. What is counted by the quarter of an hour is compared up to the same quarter: at
 * 13:02 there are two minutes of the last one, and of yesterday's all fifteen.
 */
export function changesOf(
  report: FiguresReport,
  before: FiguresReport | null,
  zone: string,
): Changes {
  if (before === null)
    return { count: () => undefined, consentRate: () => undefined, path: () => [] };
  const [nowWhole, thenWhole] = [wholeTotals(report), wholeTotals(before)];
  const changeOf = (now: Cut, then: Cut): string => {
    const change = countChange(now.whole, then.whole);
    const isCut = now.whole !== now.all || then.whole !== then.all;
    if (!isCut || !report.unfinished) return change;
    const until = formatClock(report.unfinished.from, zone);
    return growthText.change.until(until, formatCount(now.whole), change);
  };
  return {
    count: (of) =>
      changeOf(
        { all: of(totalsOf(report.buckets)), whole: of(nowWhole) },
        { all: of(totalsOf(before.buckets)), whole: of(thenWhole) },
      ),
    consentRate: () => rateChange(consentRateOf(nowWhole), consentRateOf(thenWhole)),
    path: (path) => [changeOf(servedOf(report, path), servedOf(before, path))],
  };
}

/** A count, and that without the quarter of an hour within which the period ends. */
interface Cut {
  all: number;
  whole: number;
}

function servedOf({ pages, unfinished }: FiguresReport, path: string): Cut {
  const countIn = (some: FiguresReport['pages']) =>
    some.find((page) => page.path === path)?.count ?? 0;
  const all = countIn(pages);
  return { all, whole: all - countIn(unfinished?.paths ?? []) };
}

/** Returns the totals without the quarter of an hour within which the period ends. */
function wholeTotals({ buckets, unfinished }: FiguresReport): Totals {
  const all = totalsOf(buckets);
  if (unfinished === null) return all;
  const cut = totalsOf([{ ...unfinished, ...NO_SIGNUPS }]);
  return {
    ...all,
    pages: all.pages - cut.pages,
    grants: all.grants - cut.grants,
    answers: all.answers - cut.answers,
    withdrawals: all.withdrawals - cut.withdrawals,
  };
}
