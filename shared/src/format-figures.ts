import { FEW, type Rate, wilson } from './statistics.ts';

const counts = new Intl.NumberFormat('en');
/** What people read where there is no figure, such as the rate of nobody. */
export const NONE = '–';

/** Keeps a number and its unit on one line. */
export const NO_BREAK = '\u00a0';

/** Returns text with usual spaces, which people search for in a file or an output. */
export const plain = (text: string): string => text.replaceAll(NO_BREAK, ' ');

/** Formats as `4,866`. */
export const formatCount = (count: number): string => counts.format(count);

/** Formats a share of a count in percent, with one decimal. A whole of 0 has no share. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? NONE : formatPercent(part / whole);
}

/** Formats a share from 0 to 1. */
export const formatPercent = (share: number): string => `${shownPercent(share)}${NO_BREAK}%`;
export const shownPercent = (share: number): string => (share * 100).toFixed(1);

/** Returns whether a rate has a value: that of nobody has none. */
export const isKnownRate = ({ trials }: Rate): boolean => trials > 0;

/** Returns a rate in percent: `12.5 %`, and below {@link FEW} people `12.5 %, 1 of 8`. */
export const formatRate = (rate: Rate): string =>
  [formatShare(rate.successes, rate.trials), fewOf(rate)].filter(Boolean).join(', ');

/** Returns of few people how many they are: `1 of 8`. */
export const fewOf = ({ successes, trials }: Rate): string =>
  trials > 0 && trials < FEW ? `${successes} of ${trials}` : '';

/** Returns the rate's 95 % interval: `10.1 – 15.2 %`. Empty for the rate of nobody. */
export function formatInterval(rate: Rate): string {
  if (!isKnownRate(rate)) return '';
  const { successes, trials } = rate;
  const { low, high } = wilson(successes, trials);
  return `${(low * 100).toFixed(1)} – ${formatPercent(high)}`;
}

type DurationUnit = readonly [seconds: number, sign: string];
const SECOND: DurationUnit = [1, 's'];
const UNITS: readonly DurationUnit[] = [[86_400, 'd'], [3600, 'h'], [60, 'min'], SECOND];

/** From ten days on, hours say nothing. */
const WHOLE_DAYS = 864_000;

/** Formats a duration by its two largest units: `4 min 12 s`; below ten seconds with one decimal, and from ten days on in days. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return NONE;
  let rest = shownSeconds(seconds);
  if (rest < 10) return `${rest}${NO_BREAK}s`;
  const first = UNITS.findIndex(([size]) => rest >= size);
  const parts = UNITS.slice(first, first + 2).map(([size, sign]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count}${NO_BREAK}${sign}`;
  });
  return parts.filter(Boolean).join(' ');
}

/** Returns a duration as exact as {@link formatSeconds} shows it. */
export function shownSeconds(seconds: number): number {
  if (seconds < 9.95) return Number(seconds.toFixed(1));
  const rounded = Math.round(seconds);
  const first = UNITS.findIndex(([size]) => rounded >= size);
  const [smallest] = UNITS[rounded < WHOLE_DAYS ? first + 1 : first] ?? SECOND;
  return rounded - (rounded % smallest);
}

export const largestUnitOf = (seconds: number): DurationUnit =>
  UNITS.find(([size]) => seconds >= size) ?? SECOND;

/** Formats the durations between two in the unit of the first: `2–5 min`, `30–60 s`. */
export function formatSecondsRange(from: number, to: number): string {
  const [size, sign] = largestUnitOf(from);
  return `${from / size}–${to / size}${NO_BREAK}${sign}`;
}
