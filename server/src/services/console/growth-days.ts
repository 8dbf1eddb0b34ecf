import type { DayFigures, DaysQuery, DaysReport } from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import { utcDay } from '#shared/time';
import type { Range } from '#shared/time-range';
import type { Reports } from '../../reports/reports.ts';

/** Returns the range from the start of the first day to the end of the last. */
export const rangeOf = ({ from, to }: DaysQuery): Range => ({
  from: Date.parse(from),
  to: Date.parse(to) + DAY_MS - 1,
});

/** Returns what the site recorded on each day, and the pages that it served. */
export async function readDays(
  reports: Pick<Reports, 'signups' | 'decisions' | 'pages'>,
  query: DaysQuery,
  signal?: AbortSignal,
): Promise<DaysReport> {
  const range = rangeOf(query);
  const [signups, decisions, pages] = await Promise.all([
    reports.signups(range, signal),
    reports.decisions(range, signal),
    reports.pages(range, signal),
  ]);
  const days = new Map<string, DayFigures>();
  for (let at = Date.parse(query.from); at <= Date.parse(query.to); at += DAY_MS) {
    const day = utcDay(at);
    const nothing = { pages: 0, grants: 0, refusals: 0, withdrawals: 0 };
    days.set(day, { day, signups: { notifyme: 0, beta: 0 }, ...nothing });
  }
  for (const { day, type, count } of signups) {
    const figures = days.get(day);
    if (figures && (type === 'notifyme' || type === 'beta')) figures.signups[type] += count;
  }
  const decided = { granted: 'grants', refused: 'refusals', withdrawn: 'withdrawals' } as const;
  for (const { day, decision, count } of decisions) {
    const figures = days.get(day);
    if (figures) figures[decided[decision]] += count;
  }
  const paths = new Map<string, number>();
  for (const { day, path, count } of pages) {
    const figures = days.get(day);
    if (figures) figures.pages += count;
    paths.set(path, (paths.get(path) ?? 0) + count);
  }
  return {
    days: [...days.values()],
    pages: [...paths]
      .map(([path, count]) => ({ path, count }))
      .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1)),
  };
}
