/** One benchmark. Each has its own file; scripts/bench/bench-main.ts lists them. */
export interface Benchmark {
  /** The name that selects it: `npm run bench -- NAME`. */
  name: string;
  /** True when it takes minutes: `npm run bench` without names skips it. */
  onlyWhenNamed?: boolean;
  run(options: BenchOptions): Promise<Report>;
}

export interface BenchOptions {
  /** Length of each measurement in seconds, after a warm-up of a third of that. */
  seconds: number;
  /** Measurements of each contender, taken in turn. The median counts. */
  rounds: number;
  /** How many events the `reports` benchmark fills the database with. */
  events: number;
  /** Another database that is asked the same; null for none. */
  beside: Beside | null;
  /** Prints a progress message on a line of its own. */
  progress(line: string): void;
}

export const BESIDE = ['clickhouse', 'postgres'] as const;
export type Beside = (typeof BESIDE)[number];

export interface Report {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The conditions of the measurement. */
  notes: readonly string[];
  targets: readonly Target[];
}

export interface Target {
  what: string;
  measured: string;
  wanted: string;
  met: boolean;
}

/** Returns the value with the median key; for an even number of values, the lower of the middle two. */
export function median<T>(values: readonly T[], key: (value: T) => number): T {
  const sorted = values.toSorted((a, b) => key(a) - key(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('no median of nothing');
  return middle;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const oneDecimal = (value: number): string => value.toFixed(1);
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;

export const milliseconds = (value: number): string => `${oneDecimal(value)} ms`;

type Format = (value: number) => string;
export const atMost = (what: string, value: number, limit: number, format: Format): Target => ({
  what,
  measured: format(value),
  wanted: `at most ${format(limit)}`,
  met: value <= limit,
});
export const atLeast = (what: string, value: number, limit: number, format: Format): Target => ({
  what,
  measured: format(value),
  wanted: `at least ${format(limit)}`,
  met: value >= limit,
});

/** Measures each contender once a round, in turn. Returns the median measurement of each. */
export async function takeTurns<Contender extends { name: string }, Measured>(
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<Measured>,
  key: (measured: Measured) => number,
  { rounds, progress }: BenchOptions,
): Promise<Measured[]> {
  const all = contenders.map((): Measured[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      progress(`round ${round}: ${contender.name}`);
      all[index]?.push(await measure(contender));
    }
  }
  return all.map((measured) => median(measured, key));
}
