import { DAY_MS, PROOF_YEARS, proofDays } from '#shared/limits';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { ToldOfRemoved } from '../store/mail-store.ts';
import type { RowCounts, Store } from '../store/store.ts';
import type { Job } from './scheduler.ts';

export interface RetentionDeps {
  store: Pick<Store, 'expire' | 'forgetQuarters' | 'recordAudit'>;
  now(): number;
  config: Pick<
    Config,
    'eventRetentionDays' | 'signupRetentionDays' | 'unconfirmedRetentionDays' | 'smtp'
  >;
  /** What is told of each signup that is deleted. */
  told?: ToldOfRemoved;
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
  { store, now, config, told = () => [], pause }: RetentionDeps,
  { dryRun = false, signal, onProgress }: RetentionOptions = {},
): Promise<RetentionResult> {
  const before = retentionTimes(now(), config);
  // Where no mail is sent, nobody can confirm.
  const unconfirmedBefore =
    config.smtp === null ? null : now() - config.unconfirmedRetentionDays * DAY_MS;
  const result: RetentionResult = { events: 0, signups: 0, consents: 0, undelivered: 0 };
  let looked = 0;
  for (const kind of KINDS) {
    let after: string | null = null;
    do {
      if (signal?.aborted) break;
      const step = await store.expire({
        kind,
        before: before[kind],
        unconfirmedBefore,
        after,
        dryRun,
        told,
      });
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
  {
    eventRetentionDays,
    signupRetentionDays,
  }: Pick<Config, 'eventRetentionDays' | 'signupRetentionDays'>,
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

/** How long tokens of deleted signups are kept where nobody says how long backups are. */
const BACKUP_DAYS = 30;

interface RetentionJobDeps extends RetentionDeps {
  store: RetentionDeps['store'] & Pick<Store, 'runAlone' | 'clearMail'>;
  /** How long backups are kept, as `data/site.json` says. */
  backupDays: number | undefined;
  log: Log;
}

/**
 * Creates the daily job. Every process runs it, but only one process at a time. It also clears the outbox and the tokens
 * of deleted signups.
 */
export function createRetentionJob(deps: RetentionJobDeps): Job {
  const { store, now, config, backupDays = BACKUP_DAYS, pause } = deps;
  const keepMs = DAY_MS * Math.max(config.unconfirmedRetentionDays, backupDays);
  return {
    name: 'retention',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    async run(signal) {
      await store.runAlone('retention', async () => {
        while (!signal.aborted && (await store.clearMail(now(), keepMs))) await pause();
        const { undelivered, ...counts } = await applyRetention(deps, { signal });
        if (Object.values(counts).every((count) => count === 0)) return;
        deps.log.info('deleted what was past its retention', { ...counts, undelivered });
      });
    },
  };
}
