import { DAY_MS, PROOF_YEARS, proofDays } from '#shared/limits';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { RowCounts, Store } from '../store/store.ts';
import type { Job } from './scheduler.ts';

export interface RetentionDeps {
  store: Pick<Store, 'expire' | 'recordAudit'>;
  now(): number;
  config: Pick<Config, 'eventRetentionDays' | 'signupRetentionDays'>;
  /** Resolves a moment later: between two steps others get their turn. */
  pause(): Promise<unknown>;
}

export interface RetentionOptions {
  /** Counts and deletes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  /** Rows that were looked at, in all. */
  onProgress?(looked: number): void;
}

export type RetentionResult = RowCounts & {
  /** Of the events, those that had not been delivered to PostHog. */
  undelivered: number;
};

const KINDS = ['events', 'signups', 'consents'] as const;

/** Deletes what is past its time, in steps so small that the intake waits for none, and notes in the audit how much. */
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
  const { undelivered: _, ...counts } = result;
  const isAny = Object.values(counts).some((count) => count > 0);
  if (isAny && !dryRun) await store.recordAudit({ at: now(), kind: 'retention', counts });
  return result;
}

/** Since when each kind of row is kept, in milliseconds since 1970 UTC. */
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

/** The same day and time of an earlier year; for 29 February the day before, where that year has none. */
function yearsBefore(time: number, years: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

const EVERY_MS = DAY_MS;
/** Not while a start is busy, and soon enough for a process that is restarted every day. */
const FIRST_AFTER_MS = 20_000;

interface RetentionJobDeps extends RetentionDeps {
  store: RetentionDeps['store'] & Pick<Store, 'runAlone'>;
  log: Log;
}

/** Once a day, by the process itself; of several processes by one at a time. */
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
