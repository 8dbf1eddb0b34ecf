/** Measures something. scripts/bench/bench-main.ts lists all benchmarks. */
export type Benchmark = (options: BenchOptions) => Promise<Report>;

export interface BenchOptions {
  /** Length of each measurement in seconds. */
  seconds: number;
  /** Measurements of each contender, of which the median counts. */
  rounds: number;
  /** How many events the `reports` benchmark fills the database with. */
  events: number;
  /** Whether `reports` asks ClickHouse the same. */
  clickhouse: boolean;
}

export interface Report {
  title: string;
  /** The cells by their columns, which are the same in every row. */
  rows: readonly Readonly<Record<string, string>>[];
  /** The conditions of the measurement. */
  notes: readonly string[];
  targets: readonly Target[];
}

/** What was measured, the value, what is wanted, and whether that is met. */
export type Target = readonly [string, string, string, 'met' | 'MISSED'];

type Format = (value: number) => string;
export const atMost = (what: string, value: number, limit: number, format: Format): Target => {
  return [what, format(value), `at most ${format(limit)}`, value <= limit ? 'met' : 'MISSED'];
};
export const atLeast = (what: string, value: number, limit: number, format: Format): Target => {
  return [what, format(value), `at least ${format(limit)}`, value >= limit ? 'met' : 'MISSED'];
};

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const formatRatio = (ratio: number): string => `${Math.round(ratio * 100)} %`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const mb = (value: number): string => `${whole(value)} MB`;

/** Returns the value with the median key; for an even number of values, the lower of the middle two. */
export function median<T>(values: readonly T[], key: (value: T) => number): T {
  const sorted = values.toSorted((a, b) => key(a) - key(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] as T;
}
