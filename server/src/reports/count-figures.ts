import type { FiguresReport } from '#shared/growth';
import type { ReportRange } from '#shared/report-range';
import { bucketsOf } from '#shared/time-buckets';
import type { StoreReader } from '../store/store.ts';

type Counts = Pick<StoreReader, 'countSignups' | 'countDecisions' | 'countPages'>;

const DECIDED = { granted: 'grants', refused: 'refusals', withdrawn: 'withdrawals' } as const;

/** Counts what the site recorded, also about people who were not measured, and the pages that it served. */
export async function countFigures(reader: Counts, query: ReportRange): Promise<FiguresReport> {
  const { from, to, unit, zone } = query;
  const starts = bucketsOf({ from, to }, unit, zone);
  const buckets = starts.map((start): FiguresReport['buckets'][number] => {
    const nothing = { pages: 0, grants: 0, refusals: 0, withdrawals: 0 };
    return { from: new Date(start).toISOString(), signups: { notifyme: 0, beta: 0 }, ...nothing };
  });
  const bucketAt = (time: number) => buckets[lastUpTo(starts, time)];

  for (const { at, type, count } of await reader.countSignups({ from, to })) {
    const figures = bucketAt(at);
    if (figures && (type === 'notifyme' || type === 'beta')) figures.signups[type] += count;
  }
  for (const { at, decision, count } of await reader.countDecisions({ from, to })) {
    const figures = bucketAt(at);
    if (figures) figures[DECIDED[decision]] += count;
  }
  const { quarters, paths } = await reader.countPages({ from, to });
  for (const { at, count } of quarters) {
    const figures = bucketAt(at);
    if (figures) figures.pages += count;
  }
  return { unit, buckets, pages: paths };
}

/** Returns the index of the last value up to `limit`, or -1 if all values are larger. */
function lastUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
