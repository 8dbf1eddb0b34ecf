import { DAY_MS, PROOF_YEARS, proofDays } from '#shared/limits';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { RowCounts, Store } from '../store/store.ts';
import type { Job } from './scheduler.ts';

export interface RetentionDeps {
  store: Pick<Store, 'expire' | 'forgetQuarters' | 'recordAudit'>;
  now(): number;
  config: Pick<Config, 'eventRetentionDays' | 'signupRetentionDays'>;
  /** Resolves a moment later, so that requests run between two steps. */
  pause(): Promise<unknown>;
}

export interface RetentionOptions {
  /** Only counts; deletes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  /** Rows examined so far. */
  onProgress?(looked: number): void;
}

export type RetentionResult = RowCounts & {
  /** The deleted events that had not been delivered to PostHog. */
  undelivered: number;
};

/**
 * The hours of every range that the console offers are within this time. Of older days the counts by the day stay. They
 * are about nobody, so the audit does not name them.
 */
const QUARTER_DAYS = 400;

const KINDS = ['events', 'signups', 'consents'] as const;

/**
 * Deletes rows past their retention, in steps small enough not to delay the intake, and records the counts in the
 * audit.
 */
export async function applyRetention(
  { store, now, config, pause }: RetentionDeps,
  { dryRun = false, signal, onProgress }: RetentionOptions = {},
): Promise<RetentionResult> {
  const before = retentionTimes(now(), config);
  const result: RetentionResult = { events: 0, signups: 0, consents: 0, undelivered: 0 };
  let looked = 0;
  for (const kind of KINDS) {
    let after: string | null = null;
    do {
      if (signal?.aborted) break;
      const step = await store.expire({ kind, before: before[kind], after, dryRun });
      result[kind] += step.expired;
      result.undelivered += step.undelivered;
      looked += step.looked;
      after = step.next;
      onProgress?.(looked);
      await pause();
    } while (after !== null);
  }
  const quartersBefore = now() - QUARTER_DAYS * DAY_MS;
  while (!dryRun && !signal?.aborted && (await store.forgetQuarters(quartersBefore))) await pause();
  const { undelivered: _, ...counts } = result;
  const isAny = Object.values(counts).some((count) => count > 0);
  if (isAny && !dryRun) await store.recordAudit({ at: now(), kind: 'retention', counts });
  return result;
}

/** Returns the time from which each kind of row is kept, in milliseconds since 1970 UTC. */
export function retentionTimes(
  now: number,
  { eventRetentionDays, signupRetentionDays }: RetentionDeps['config'],
): RowCounts {
  // Proof outlives the events that rest on it, whatever is configured.
  const days = proofDays(eventRetentionDays);
  return {
    events: now - eventRetentionDays * DAY_MS,
    signups: now - signupRetentionDays * DAY_MS,
    consents: days === null ? yearsBefore(now, PROOF_YEARS) : now - days * DAY_MS,
  };
}

/**
 * Returns the same day and time of an earlier year. For 29 February that is the 28th where the year is no leap year.
 */
function yearsBefore(time: number, years: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

const EVERY_MS = DAY_MS;
/** After the busy time of a start, and soon enough for a process that restarts every day. */
const FIRST_AFTER_MS = 20_000;

interface RetentionJobDeps extends RetentionDeps {
  store: RetentionDeps['store'] & Pick<Store, 'runAlone'>;
  log: Log;
}

/** Creates the daily job. Every process runs it, but only one process at a time. */
export function createRetentionJob(deps: RetentionJobDeps): Job {
  return {
    name: 'retention',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    async run(signal) {
      await deps.store.runAlone('retention', async () => {
        const { undelivered, ...counts } = await applyRetention(deps, { signal });
        if (Object.values(counts).every((count) => count === 0)) return;
        deps.log.info('deleted what was past its retention', { ...counts, undelivered });
      });
    },
  };
}
