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
 * Returns the totals of a report that is compared: without the quarter of an hour within which the period ends, because at 13:02
 * there are two minutes of it, and of yesterday's all fifteen.
 */
export function comparableTotals(report: FiguresReport): Totals {
  const { unfinished } = report;
  const all = wholeOf(report);
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

const NOBODY = { notifyme: 0, beta: 0 };
/** Signups are counted to the millisecond, so none of them is in the quarter of an hour that is left out. */
export const NO_SIGNUPS = { signups: NOBODY, confirmed: NOBODY };
