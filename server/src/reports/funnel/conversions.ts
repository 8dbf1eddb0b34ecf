import type { FunnelConversions, FunnelQuery } from '#shared/funnel';
import {
  bucketAt,
  bucketsOf,
  countBuckets,
  defaultUnit,
  MAX_BUCKETS,
  type Span,
  UNIT_MS,
  UNITS,
  type Unit,
} from '#shared/time-buckets';
import type { Moments } from './rule.ts';
import { medianOf, Numbers, select } from './tally.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Where each bar of the histogram starts, in seconds: from an impulse to a second thought after days. */
const BINS = [
  ...[0, 10, 30],
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 12].map((hours) => hours * HOUR),
  ...[1, 3, 7].map((days) => days * DAY),
];

/** Collects when people started and how long they took from the first step to the last. Takes 16 bytes a person. */
export class Conversions {
  readonly #query: FunnelQuery;
  readonly #steps: number;
  /** When people took the first step, in milliseconds. */
  readonly #starts = new Numbers();
  /** The same of those who took the last one. */
  readonly #finishers = new Numbers();
  readonly #durations = new Numbers();

  constructor(query: FunnelQuery) {
    this.#query = query;
    this.#steps = query.steps.length;
  }

  add(attempt: Moments): void {
    const first = attempt[0] ?? 0;
    this.#starts.push(first);
    if (attempt.length < this.#steps) return;
    this.#finishers.push(first);
    if (this.#steps > 1) this.#durations.push((attempt[this.#steps - 1] ?? 0) - first);
  }

  result(): FunnelConversions {
    return {
      time: timeToConvert(this.#durations.all()),
      overTime: overTime(this.#query, this.#starts.all(), this.#finishers.all()),
    };
  }
}

/** @param durations milliseconds */
function timeToConvert(durations: Float64Array): FunnelConversions['time'] {
  const counts = new Uint32Array(BINS.length);
  for (const duration of durations) {
    let bin = 0;
    while (bin < BINS.length - 1 && (BINS[bin + 1] as number) * 1000 <= duration) bin += 1;
    counts[bin] = (counts[bin] as number) + 1;
  }
  const bins = BINS.map((fromSeconds, bin) => ({
    fromSeconds,
    toSeconds: BINS[bin + 1] ?? null,
    count: counts[bin] as number,
  }));
  const { length } = durations;
  if (length === 0) return { medianSeconds: null, p90Seconds: null, bins };
  const p90 = select(durations, Math.ceil(length * 0.9) - 1);
  return { medianSeconds: medianOf(durations) / 1000, p90Seconds: p90 / 1000, bins };
}

function overTime(
  { from, to, zone, unit }: FunnelQuery,
  starts: Float64Array,
  finishers: Float64Array,
): FunnelConversions['overTime'] {
  const isShort = from !== null && to !== null && fits({ from, to }, 'week', zone);
  const span = isShort ? { from, to } : spanOf({ from, to, zone }, starts.toSorted());
  const wanted = unit ?? defaultUnit(span);
  const fitting = UNITS.slice(UNITS.indexOf(wanted)).find((one) => fits(span, one, zone)) ?? 'week';
  const bounds = bucketsOf(span, fitting, zone);
  const started = countIn(bounds, fitting, starts);
  const finished = countIn(bounds, fitting, finishers);
  return {
    unit: fitting,
    buckets: bounds.map((start, bucket) => ({
      from: new Date(start).toISOString(),
      started: started.counts[bucket] ?? 0,
      finished: finished.counts[bucket] ?? 0,
    })),
    earlier: { started: started.earlier, finished: finished.earlier },
  };
}

/** Returns how many of the times are in each bucket, and how many before the first. The last one has no end. */
function countIn(bounds: readonly number[], unit: Unit, times: Float64Array) {
  const counts = new Uint32Array(bounds.length);
  let earlier = 0;
  for (const time of times) {
    const bucket = bucketAt(time, bounds, unit);
    if (bucket < 0) earlier += 1;
    else counts[bucket] = (counts[bucket] as number) + 1;
  }
  return { counts, earlier };
}

/**
 * Returns the span of a chart whose range is open or longer than any chart.
 *
 * @param sorted milliseconds
 */
function spanOf(
  { from, to, zone }: Pick<FunnelQuery, 'from' | 'to' | 'zone'>,
  sorted: Float64Array,
): Span {
  const people = { from: firstOf(sorted), to: sorted.at(-1) ?? -1 };
  const asked = { from: from ?? people.from, to: to ?? people.to };
  return fits(asked, 'week', zone) ? asked : people;
}

/** A site that is in use has no longer gap. */
const LONGEST_GAP_MS = 366 * DAY * 1000;
/** One week less than fits, because a span may begin and end within a week. */
const LONGEST_CHART_MS = (MAX_BUCKETS - 1) * UNIT_MS.week;

/**
 * Returns where the chart of an open range starts: at the first start that no gap of more than a year separates from
 * the later ones, or where the longest chart starts. Single events of a wrong clock may lie decades earlier.
 *
 * @param sorted milliseconds
 */
function firstOf(sorted: Float64Array): number {
  const last = sorted.at(-1) ?? 0;
  let first = last;
  for (let index = sorted.length - 2; index >= 0; index--) {
    const start = sorted[index] ?? 0;
    if (first - start > LONGEST_GAP_MS || last - start > LONGEST_CHART_MS) break;
    first = start;
  }
  return first;
}

const fits = (span: Span, unit: Unit, zone: string) =>
  countBuckets(span, unit, zone) <= MAX_BUCKETS;
