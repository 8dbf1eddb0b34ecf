/** Steps between ticks that people can read at a glance, in each power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const MOST_TICKS = 5;

/** Returns the values at which a scale from 0 has ticks. The last one is at or beyond the highest value. */
export function ticksUpTo(highest: number): number[] {
  const least = highest / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((one) => one * power >= least) ?? 10);
  const count = Math.ceil(highest / step - 1e-9);
  // Multiplied and rounded, because 3 * 0.1 is not 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
