/** What the system says of a server at one moment. */
export interface Sample {
  /** Milliseconds since the measurement began. */
  at: number;
  residentMb: number;
  /** Of that, without what the JavaScript heap keeps free. */
  heldMb: number;
  /** The longest that its event loop was held up since the sample before. */
  lagMs: number;
  cpuSeconds: number;
  /** That others used on the server's core so far. */
  othersCpuSeconds: number;
  databaseMb: number;
}

const NOISE = 1.1;

export interface Flatness {
  /** The lowest memory held in the second fifth of the time, and in the last. */
  earlyMb: number;
  lateMb: number;
  isFlat: boolean;
}

/**
 * Memory is flat when the lowest that was held in the last fifth of the time is at most a tenth above that in the second;
 * the first is a warm-up. The lowest, because garbage lies about until it is collected, a third of all memory at times:
 * what leaks is what is still there afterwards.
 */
export function judgeMemory(samples: readonly Sample[], totalMs: number): Flatness {
  const earlyMb = lowest(between(samples, totalMs / 5, (2 * totalMs) / 5));
  const lateMb = lowest(between(samples, (4 * totalMs) / 5, totalMs));
  return { earlyMb, lateMb, isFlat: lateMb <= earlyMb * NOISE };
}

/** Of the memory that was held. */
export const lowest = (samples: readonly Sample[]): number =>
  Math.min(...samples.map(({ heldMb }) => heldMb));

/** Those from one moment to before another. */
export const between = (samples: readonly Sample[], from: number, to: number): readonly Sample[] =>
  samples.filter(({ at }) => at >= from && at < to);

/** Shares of the core between the first sample and the last: the server's own, and what others took of it. */
export function cpuOf(samples: readonly Sample[]): { own: number; others: number } {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first === last) return { own: 0, others: 0 };
  const seconds = (last.at - first.at) / 1_000;
  return {
    own: (last.cpuSeconds - first.cpuSeconds) / seconds,
    others: (last.othersCpuSeconds - first.othersCpuSeconds) / seconds,
  };
}
