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
export const LEAST_EXPECTED = 5;

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

/**
 * Returns the test's statistic for two counts of independent events, such as signups of two periods. Given their sum, the
 * first count is binomial with the first period's share of the time. With the continuity correction, the test claims a
 * difference at most as often as the exact one, about. Returns 0 where the test is not valid.
 *
 * Source: J. Przyborowski and H. Wilenski, "Homogeneity of results in testing samples from Poisson series", Biometrika 31
 * (1940), pp. 313–323.
 *
 * @param share of the time that the first count is about, from 0 to 1
 */
export function zOfCounts(a: number, b: number, share = 0.5): number {
  const all = a + b;
  const expected = all * share;
  if (!(Math.min(expected, all - expected) >= LEAST_EXPECTED)) return 0;
  const distance = Math.max(0, Math.abs(a - expected) - 0.5);
  return (Math.sign(a - expected) * distance) / Math.sqrt(expected * (1 - share));
}

/**
 * Returns whether a count changed from one period to the next, of which the later one has a share of the time. The total and the
 * number a day must both have risen or both have fallen, because the periods differ in length.
 */
export const isBeyondChance = (now: number, before: number, share: number): boolean =>
  Math.sign(now - before) * zOfCounts(now, before, share) > Z;

/**
 * Returns the two-sided p-value of a standard normal statistic, to six decimals. A statistic of 0, such as that of a test
 * that is not valid, has 1.
 *
 * Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 7.1.26.
 */
function pOfZ(z: number): number {
  if (z === 0) return 1;
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return polynomial * Math.exp(-x * x);
}

/**
 * Returns which of several comparisons are clear if all of them were looked at: among those, at most 5 % are chance.
 *
 * Source: Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57
 * (1995), pp. 289–300.
 *
 * @param zs the statistic of each comparison; 0 where the test is not valid
 */
export function clearAmong(zs: readonly number[]): boolean[] {
  const ps = zs.map(pOfZ);
  const sorted = ps.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex((p, index) => p <= (LEVEL * (index + 1)) / ps.length);
  const limit = sorted[last] ?? -1;
  return ps.map((p) => p <= limit);
}
/** The normal approximation claims a little more than its level, and people are told 5 %. */
const LEVEL = 0.04;

/** A group among others. @property rest all others together @property z of the difference @property isClear if all were looked at */
export type Tested<Group> = Group & { rest: Rate; z: number; isClear: boolean };

/**
 * Tests each group of people against all others together: they are other people, so the two are independent, and no group has to
 * serve as the measure.
 */
export function againstTheRest<Group extends { rate: Rate }>(
  groups: readonly Group[],
): Tested<Group>[] {
  const sum = (of: (rate: Rate) => number) => groups.reduce((all, { rate }) => all + of(rate), 0);
  const [successes, trials] = [sum((rate) => rate.successes), sum((rate) => rate.trials)];
  const tests = groups.map((group) => {
    const { rate } = group;
    const rest = { successes: successes - rate.successes, trials: trials - rate.trials };
    return { ...group, rest, z: rest.trials === 0 ? 0 : zOfDifference(rate, rest) };
  });
  const clear = clearAmong(tests.map(({ z }) => z));
  return tests.map((test, index) => ({ ...test, isClear: clear[index] === true }));
}
