import type { FiguresReport } from '#shared/growth';

export type FiguresBucket = FiguresReport['buckets'][number];

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
export function totalsOf(buckets: readonly FiguresBucket[]): Totals {
  const sum = (of: (bucket: FiguresBucket) => number) =>
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
