/** What the system says of a server at one moment. */
export interface Sample {
  /** Milliseconds since the measurement began. */
  at: number;
  residentMb: number;
  cpuSeconds: number;
  databaseMb: number;
}

/** What may be noise: the collector lets garbage lie for a while, sometimes more, sometimes less. */
const NOISE = 1.1;

export interface Flatness {
  /** Medians of resident memory in the second fifth of the time, after the warm-up, and in the last. */
  earlyMb: number;
  lateMb: number;
  isFlat: boolean;
}

/** Memory is flat when the last fifth of the time has at most a tenth more than the second; the first is a warm-up. */
export function judgeMemory(samples: readonly Sample[], totalMs: number): Flatness {
  const earlyMb = medianMb(samples, totalMs / 5, (2 * totalMs) / 5);
  const lateMb = medianMb(samples, (4 * totalMs) / 5, totalMs);
  return { earlyMb, lateMb, isFlat: lateMb <= earlyMb * NOISE };
}

/** Of resident memory, of the samples from one moment to before another; 0 where there are none. */
export function medianMb(samples: readonly Sample[], from: number, to: number): number {
  const values = samples.filter(({ at }) => at >= from && at < to).map((one) => one.residentMb);
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
