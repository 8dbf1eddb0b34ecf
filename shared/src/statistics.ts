/** Rates of fewer people than this are shown with *few*. */
export const FEW = 30;

/** A rate: of `trials` people, `successes` did it. */
export interface Rate {
  successes: number;
  trials: number;
}

/** The 97.5th percentile of the standard normal distribution: 95 % lie within this distance of the mean. */
const Z = 1.959963984540054;

/**
 * Returns the 95 % interval of a rate, from 0 to 1: the score interval without continuity correction. Without trials it
 * is the whole range.
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
 * Statistical Association 22 (1927), pp. 209–212. It is method 3 in R. G. Newcombe, "Two-sided confidence intervals for
 * the single proportion", Statistics in Medicine 17 (1998), pp. 857–872.
 */
export function wilson(successes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const z2 = Z * Z;
  const centre = rate + z2 / (2 * trials);
  const reach = Z * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  // At 0 and 1 the bounds are exact. Rounding would miss them by a little.
  return {
    low: successes === 0 ? 0 : (centre - reach) / scale,
    high: successes === trials ? 1 : (centre + reach) / scale,
  };
}

/** Below this expected count, the test's normal approximation does not hold. */
const LEAST_EXPECTED = 5;

/**
 * Returns whether two rates differ at the 5 % level: the two-sided z test for two proportions, with the pooled rate.
 * Returns false where the test is not valid: when the expected number of successes or failures is below 5 in one of the
 * groups.
 *
 * Source: B. Illowsky and S. Dean, Introductory Statistics (OpenStax, 2013), section 10.3, "Comparing two independent
 * population proportions". The least expected count is that of W. G. Cochran, "Some methods for strengthening the common
 * χ² tests", Biometrics 10 (1954), pp. 417–451.
 */
export const differ = (a: Rate, b: Rate): boolean => Math.abs(zOfDifference(a, b)) > Z;

/** Returns the test's statistic, or 0 where the test is not valid. */
export function zOfDifference(a: Rate, b: Rate): number {
  const pooled = (a.successes + b.successes) / (a.trials + b.trials);
  const least = Math.min(a.trials, b.trials) * Math.min(pooled, 1 - pooled);
  if (!(least >= LEAST_EXPECTED)) return 0;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials));
  return (a.successes / a.trials - b.successes / b.trials) / error;
}
