import { commonWords } from '../words/console-messages.ts';

/** Names a time zone, with a place where its name may break. */
export const nameOfZone = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', '/\u200b');

/** Formats a count for an axis, where room is short: `250`, `1.5K`, `3M`. */
export const formatTick = new Intl.NumberFormat('en', { notation: 'compact' }).format;

const inZone = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (time: string | number, zone = 'UTC', to = time) => {
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
    formats.set(zone, format);
    return format[to === time ? 'format' : 'formatRange'](new Date(time), new Date(to));
  };
};

const day = { day: 'numeric', month: 'short' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** Format an ISO time or milliseconds since 1970 UTC, or from one to another: `14 Mar`, `14–17 Mar 2026`, `14 Mar 2026, 12:05`, `12:05`. */
export const formatShortDay = inZone(day);
export const formatDay = inZone({ ...day, year: 'numeric' });
export const formatMinute = inZone({ ...day, year: 'numeric', ...clock });
export const formatClock = inZone(clock);
/** With the zone's name, because an hour comes twice when the clocks go back. */
export const formatHour = inZone({ ...day, year: 'numeric', ...clock, timeZoneName: 'short' });

/**
 * Formats the time of day, preceded by the date if that is not today.
 * @param now milliseconds since 1970 UTC
 */
export function formatMoment(time: string, now: number, zone = 'UTC'): string {
  const isToday = formatDay(time, zone) === formatDay(now, zone);
  return `${isToday ? '' : `${formatShortDay(time, zone)} `}${formatClock(time, zone)}`;
}

/** Names what has the same value, in the order of time: both of two, or the latest and how many more. */
export function nameTied(labels: readonly string[]): string {
  const [last = '', other = ''] = labels.toReversed();
  if (labels.length < 2) return last;
  const { tied, more } = commonWords.chart;
  return labels.length > 2
    ? tied({ first: last, last: more({ count: `${labels.length - 1}` }) })
    : tied({ first: other.replace(/ .*/.exec(last)?.[0] ?? '', ''), last });
}

/** Steps between ticks that people can read at a glance, in each power of ten: none of 2.5, because counts are whole. */
const STEPS = [1, 2, 5, 10];
const MOST_TICKS = 6;

/** Returns the values at which a scale from 0 has ticks. The last one is at or beyond the highest value. */
export function ticksUpTo(highest: number): number[] {
  const least = highest / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((one) => one * power >= least) ?? 10);
  const count = Math.ceil(highest / step - 1e-9);
  // Multiplied and rounded, because 3 * 0.1 is not 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
