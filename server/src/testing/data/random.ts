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

/** The moments of the crashes differ in each run; `CRASH_SEED` repeats those of a failed run. */
export const crashSeed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
