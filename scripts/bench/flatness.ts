/** What the system says of a server at one moment. */
export interface Sample {
  /** Milliseconds since the measurement began. */
  at: number;
  residentMb: number;
  cpuSeconds: number;
  /** That others used on the server's core so far. */
  othersCpuSeconds: number;
  databaseMb: number;
}

const NOISE = 1.1;

export interface Flatness {
  /** The lowest resident memory in the second fifth of the time, and in the last. */
  earlyMb: number;
  lateMb: number;
  isFlat: boolean;
}

/**
 * Memory is flat when its lowest in the last fifth of the time is at most a tenth above that in the second; the first is
 * a warm-up. The lowest, because garbage lies about until it is collected, a third of all memory at times: what leaks is
 * what is still there afterwards.
 */
export function judgeMemory(samples: readonly Sample[], totalMs: number): Flatness {
  const earlyMb = memoryOf(between(samples, totalMs / 5, (2 * totalMs) / 5)).lowestMb;
  const lateMb = memoryOf(between(samples, (4 * totalMs) / 5, totalMs)).lowestMb;
  return { earlyMb, lateMb, isFlat: lateMb <= earlyMb * NOISE };
}

/** Those from one moment to before another. */
export const between = (samples: readonly Sample[], from: number, to: number): readonly Sample[] =>
  samples.filter(({ at }) => at >= from && at < to);

export function memoryOf(samples: readonly Sample[]): { lowestMb: number; highestMb: number } {
  const values = samples.map(({ residentMb }) => residentMb);
  return { lowestMb: Math.min(...values), highestMb: Math.max(...values) };
}

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
