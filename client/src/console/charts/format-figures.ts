const counts = new Intl.NumberFormat('en');
const NONE = '–';

export const formatCount = (count: number): string => counts.format(count);

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** Formats a count for an axis, where room is short: `250`, `1.5K`, `3M`. */
export const formatTick = (count: number): string => compact.format(count);

/** Keeps a number and its unit on one line. */
const NO_BREAK = '\u00a0';

/** Formats a share in percent, with one decimal. A whole of 0 has no share. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? NONE : `${((part / whole) * 100).toFixed(1)}${NO_BREAK}%`;
}

type DurationUnit = readonly [seconds: number, sign: string];
const SECOND: DurationUnit = [1, 's'];
const UNITS: readonly DurationUnit[] = [[86_400, 'd'], [3600, 'h'], [60, 'min'], SECOND];

/** Formats a duration by its two largest units: `4 min 12 s`; below ten seconds with one decimal. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return NONE;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))}${NO_BREAK}s`;
  const rounded = Math.round(seconds);
  const first = UNITS.findIndex(([size]) => rounded >= size);
  let rest = rounded;
  const parts = UNITS.slice(first, first + 2).map(([size, sign]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count}${NO_BREAK}${sign}`;
  });
  return parts.filter(Boolean).join(' ');
}

/** Formats the durations between two in the unit of the first: `2–5 min`, `30–60 s`. */
export function formatSecondsRange(from: number, to: number): string {
  const [size, sign] = UNITS.find(([size]) => from >= size) ?? SECOND;
  return `${from / size}–${to / size}${NO_BREAK}${sign}`;
}

const inZone = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (time: string | number, zone = 'UTC') => {
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
    formats.set(zone, format);
    return format.format(new Date(time));
  };
};

const day = { day: 'numeric', month: 'short' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** Format an ISO time or milliseconds since 1970 UTC: `14 Mar`, `14 Mar 2026`, `14 Mar 2026, 12:05`, `12:05`. */
export const formatShortDay = inZone(day);
export const formatDay = inZone({ ...day, year: 'numeric' });
export const formatMinute = inZone({ ...day, year: 'numeric', ...clock });
export const formatClock = inZone(clock);
const formatSecond = inZone({ ...clock, second: '2-digit' });

/**
 * Formats the time of day, preceded by the date if that is not today.
 * @param now milliseconds since 1970 UTC
 * @param withSeconds false for a time of which only the minute is known
 */
export function formatMoment(time: string, now: number, zone = 'UTC', withSeconds = true): string {
  const isToday = formatDay(time, zone) === formatDay(now, zone);
  return `${isToday ? '' : `${formatShortDay(time, zone)} `}${(withSeconds ? formatSecond : formatClock)(time, zone)}`;
}
