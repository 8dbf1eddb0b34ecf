import type { FiguresReport, FormsReport } from './growth.ts';
import type { Rate } from './statistics.ts';

export type FiguresBucket = FiguresReport['buckets'][number];
type Buckets = readonly Omit<FiguresBucket, 'from'>[];

export interface Totals {
  pages: number;
  notifyme: number;
  beta: number;
  signups: number;
  /** Those of the signups that are confirmed by now. */
  confirmed: number;
  grants: number;
  /** Grants and refusals. */
  answers: number;
  withdrawals: number;
}

export const wholeOf = ({ buckets }: FiguresReport): Totals => totalsOf(buckets);

/**
 * Returns a report as it is compared: without the quarter of an hour within which its period ends, because at 13:02 there are two
 * minutes of it, and of yesterday's all fifteen. Signups are counted to the millisecond, and stay.
 */
export function wholeQuarters<Report extends FiguresReport>(report: Report): Report {
  const { unfinished: cut, buckets, pages } = report;
  const last = buckets.at(-1);
  if (cut === null || !last) return report;
  const left = {
    pages: last.pages - cut.pages,
    grants: last.grants - cut.grants,
    refusals: last.refusals - cut.refusals,
    withdrawals: last.withdrawals - cut.withdrawals,
  };
  const served = new Map(cut.paths.map(({ path, count }) => [path, count]));
  return {
    ...report,
    buckets: buckets.with(-1, { ...last, ...left }),
    unfinished: { from: cut.from, pages: 0, grants: 0, refusals: 0, withdrawals: 0, paths: [] },
    pages: pages
      .map(({ path, count }) => ({ path, count: count - (served.get(path) ?? 0) }))
      .filter(({ count }) => count > 0),
  };
}

/** Returns how much a report has: with hardly anything in it, nothing is compared with it. */
export const sizeOfFigures = (report: FiguresReport): number => {
  const { pages, signups, answers } = wholeOf(report);
  return pages + signups + answers;
};

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
    confirmed: sum(({ confirmed }) => confirmed.notifyme + confirmed.beta),
    grants,
    answers: grants + sum((bucket) => bucket.refusals),
    withdrawals: sum((bucket) => bucket.withdrawals),
  };
}

export const consentRateOf = ({ grants, answers }: Totals): Rate => ({
  successes: grants,
  trials: answers,
});

/** Of the people who sent a form, who ever got an error. */
export const formErrorRateOf = ({ people, outcomes }: FormsReport): Rate => ({
  successes: outcomes.find(({ outcome }) => outcome === 'error')?.people ?? 0,
  trials: people,
});
