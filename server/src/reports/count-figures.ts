import type { FiguresReport } from '#shared/growth';
import type { ReportRange } from '#shared/report-range';
import { QUARTER_MS } from '#shared/time';
import { bucketAt, bucketsOf } from '#shared/time-buckets';
import type { StoreReader } from '../store/store.ts';

type Counts = Pick<StoreReader, 'countSignups' | 'countDecisions' | 'countPages'>;

/** What is counted by the quarter of an hour. */
const NOTHING = { pages: 0, grants: 0, refusals: 0, withdrawals: 0 };
const NOBODY = { notifyme: 0, beta: 0 };
const DECIDED = { granted: 'grants', refused: 'refusals', withdrawn: 'withdrawals' } as const;

/** Counts what the site recorded, also about people who were not measured, and the pages that it served. */
export async function countFigures(reader: Counts, query: ReportRange): Promise<FiguresReport> {
  const { from, to, unit, zone } = query;
  const starts = bucketsOf({ from, to }, unit, zone);
  const buckets = starts.map((start): FiguresReport['buckets'][number] => {
    return {
      from: new Date(start).toISOString(),
      signups: { ...NOBODY },
      confirmed: { ...NOBODY },
      ...NOTHING,
    };
  });
  const figuresAt = (time: number) => buckets[bucketAt(time, starts, unit)];
  const last = Math.floor(to / QUARTER_MS) * QUARTER_MS;
  const unfinished =
    to - last < QUARTER_MS - 1
      ? {
          from: new Date(last).toISOString(),
          ...NOTHING,
          paths: (await reader.countPages({ from: last, to: last })).paths,
        }
      : null;
  const count = (at: number, what: keyof typeof NOTHING, counted: number) => {
    const figures = figuresAt(at);
    if (figures) figures[what] += counted;
    if (unfinished && at === last) unfinished[what] += counted;
  };

  const signedUp = await reader.countSignups({ from, to });
  for (const { at, type, count: signups, confirmed } of signedUp) {
    const figures = figuresAt(at);
    if (!figures || (type !== 'notifyme' && type !== 'beta')) continue;
    figures.signups[type] += signups;
    figures.confirmed[type] += confirmed;
  }
  for (const { at, decision, count: counted } of await reader.countDecisions({ from, to }))
    count(at, DECIDED[decision], counted);
  const { quarters, paths } = await reader.countPages({ from, to });
  for (const { at, count: served } of quarters) count(at, 'pages', served);
  return { unit, buckets, unfinished, pages: paths };
}
