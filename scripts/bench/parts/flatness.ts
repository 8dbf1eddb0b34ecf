/** What the system reports about a server at one moment. */
export interface Sample {
  /** Milliseconds since the measurement began. */
  at: number;
  residentMb: number;
  /** Resident memory without the part that the JavaScript heap keeps free. */
  heldMb: number;
  /** The longest event loop delay since the previous sample. */
  lagMs: number;
  cpuSeconds: number;
  /** CPU time that other processes used on the server's core so far. */
  othersCpuSeconds: number;
  databaseMb: number;
}

const NOISE = 1.1;

export interface Flatness {
  /** The lowest memory in the second fifth of the time, and in the last fifth. */
  earlyMb: number;
  lateMb: number;
  isFlat: boolean;
}

/**
 * Compares the lowest memory of the last fifth of the time with that of the second fifth. Memory is flat when it rose
 * by at most a tenth; the first fifth is a warm-up. The lowest values count because garbage can take up a third of all
 * memory until it is collected: a leak is what remains after a collection.
 */
export function judgeMemory(samples: readonly Sample[], totalMs: number): Flatness {
  const earlyMb = lowest(between(samples, totalMs / 5, (2 * totalMs) / 5));
  const lateMb = lowest(between(samples, (4 * totalMs) / 5, totalMs));
  return { earlyMb, lateMb, isFlat: lateMb <= earlyMb * NOISE };
}

/** Returns the lowest memory of these samples, in MB. */
export const lowest = (samples: readonly Sample[]): number =>
  Math.min(...samples.map(({ heldMb }) => heldMb));

/** Returns the samples from `from` (inclusive) to `to` (exclusive). */
export const between = (samples: readonly Sample[], from: number, to: number): readonly Sample[] =>
  samples.filter(({ at }) => at >= from && at < to);

/**
 * Returns the shares of the core between the first sample and the last: the server's own, and that of other processes.
 */
export function cpuOf(samples: readonly Sample[]): { own: number; others: number } {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first === last) return { own: 0, others: 0 };
  const seconds = (last.at - first.at) / 1_000;
  return {
    own: (last.cpuSeconds - first.cpuSeconds) / seconds,
    others: (last.othersCpuSeconds - first.othersCpuSeconds) / seconds,
  };
}
