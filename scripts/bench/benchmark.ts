/** One benchmark, in a file of its own; scripts/bench/main.ts lists them. */
export interface Benchmark {
  /** By which it is chosen: `npm run bench -- NAME`. */
  name: string;
  /** Takes minutes: `npm run bench` without names leaves it out. */
  onlyWhenNamed?: boolean;
  run(options: BenchOptions): Promise<Report>;
}

export interface BenchOptions {
  /** How long each measurement lasts, after a warm-up of a third of that. */
  seconds: number;
  /** Measurements of each contender, taken in turn; the median counts. */
  rounds: number;
  /** How long a whole site is watched at work. */
  minutes: number;
  /** Says what is going on, on a line of its own. */
  progress(line: string): void;
}

export interface Report {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** A second table: how the time went. */
  overTime?: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  /** What the rows were measured with. */
  notes: readonly string[];
  targets: readonly Target[];
}

export interface Target {
  what: string;
  measured: string;
  wanted: string;
  met: boolean;
}

/** The middle one, by a key; of an even number the lower of the two. */
export function median<T>(values: readonly T[], key: (value: T) => number): T {
  const sorted = values.toSorted((a, b) => key(a) - key(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('no median of nothing');
  return middle;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const oneDecimal = (value: number): string => value.toFixed(1);
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;
