import type { FiguresReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import { growthText } from '../words.ts';
import { countChange, rateChange } from './compare.ts';
import { formatClock, formatCount } from './format-figures.ts';

export type FiguresBucket = FiguresReport['buckets'][number];
type Buckets = readonly Omit<FiguresBucket, 'from'>[];

export interface Totals {
  pages: number;
  notifyme: number;
  beta: number;
  signups: number;
  grants: number;
  /** Grants and refusals. */
  answers: number;
  withdrawals: number;
}

/** Adds up the figures of some hours, days or weeks. */
export function totalsOf(buckets: Buckets): Totals {
  const sum = (of: (bucket: Buckets[number]) => number) =>
    buckets.reduce((all, bucket) => all + of(bucket), 0);
  const notifyme = sum(({ signups }) => signups.notifyme);
  const beta = sum(({ signups }) => signups.beta);
  const grants = sum((bucket) => bucket.grants);
  return {
    pages: sum((bucket) => bucket.pages),
    notifyme,
    beta,
    signups: notifyme + beta,
    grants,
    answers: grants + sum((bucket) => bucket.refusals),
    withdrawals: sum((bucket) => bucket.withdrawals),
  };
}

/** Changes since the period before, in words; undefined without a comparison. */
export interface Changes {
  count(of: (totals: Totals) => number): string | undefined;
  consentRate(): string | undefined;
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
  if (before === null) return { count: () => undefined, consentRate: () => undefined };
  const [now, then] = [totalsOf(report.buckets), totalsOf(before.buckets)];
  const [nowWhole, thenWhole] = [wholeTotals(report), wholeTotals(before)];
  return {
    count(of) {
      const change = countChange(of(nowWhole), of(thenWhole));
      const isCut = of(nowWhole) !== of(now) || of(thenWhole) !== of(then);
      if (!isCut || !report.unfinished) return change;
      const until = formatClock(report.unfinished.from, zone);
      return growthText.change.until(until, formatCount(of(nowWhole)), change);
    },
    consentRate: () => rateChange(consentRateOf(nowWhole), consentRateOf(thenWhole)),
  };
}

export const consentRateOf = ({ grants, answers }: Totals): Rate => ({
  successes: grants,
  trials: answers,
});

/** Returns the totals without the quarter of an hour within which the period ends. */
function wholeTotals({ buckets, unfinished }: FiguresReport): Totals {
  const all = totalsOf(buckets);
  if (unfinished === null) return all;
  const cut = totalsOf([{ ...unfinished, signups: { notifyme: 0, beta: 0 } }]);
  return {
    ...all,
    pages: all.pages - cut.pages,
    grants: all.grants - cut.grants,
    answers: all.answers - cut.answers,
    withdrawals: all.withdrawals - cut.withdrawals,
  };
}
