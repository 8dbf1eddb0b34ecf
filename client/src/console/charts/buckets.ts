import { formatDay, formatShortDay } from './format-figures.ts';

/** With more days than this, a bar would be thinner than its gap. */
const MAX_DAYS = 92;
const DAYS_PER_WEEK = 7;

export interface Bucket<Day> {
  key: string;
  /** The label below the axis. */
  shortLabel: string;
  label: string;
  days: readonly Day[];
}

/**
 * Returns one bucket for each day, or for many days weeks of seven. Weeks are counted back from the last
 * day, so that the last one is whole.
 */
export function toBuckets<Day extends { day: string }>(
  days: readonly Day[],
): { unit: 'day' | 'week'; buckets: Bucket<Day>[] } {
  if (days.length <= MAX_DAYS) {
    const buckets = days.map((day) => ({
      key: day.day,
      shortLabel: formatShortDay(day.day),
      label: formatDay(day.day),
      days: [day],
    }));
    return { unit: 'day', buckets };
  }
  const buckets: Bucket<Day>[] = [];
  for (let end = days.length; end > 0; end -= DAYS_PER_WEEK) {
    const week = days.slice(Math.max(0, end - DAYS_PER_WEEK), end);
    const first = week[0]?.day ?? '';
    const last = week.at(-1)?.day ?? '';
    buckets.unshift({
      key: first,
      shortLabel: formatShortDay(first),
      label: (week.length > 1 ? `${formatShortDay(first)} – ` : '') + formatDay(last),
      days: week,
    });
  }
  return { unit: 'week', buckets };
}
