/** Returns a whole number from 0 to below a limit. */
export type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Draws numbers of events, from the same seed the same ones. */
export function createChance(seed: number) {
  const random = createRandom(seed);
  const uniform = () => (random(1_000_000) + 0.5) / 1_000_000;
  return {
    poisson(mean: number) {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = uniform(); product > limit; product *= uniform()) count += 1;
      return count;
    },
    binomial(trials: number, chance: number) {
      let count = 0;
      for (let trial = 0; trial < trials; trial++) if (uniform() < chance) count += 1;
      return count;
    },
  };
}

/** The moments of the crashes differ in each run; `CRASH_SEED` repeats those of a failed run. */
export const crashSeed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
